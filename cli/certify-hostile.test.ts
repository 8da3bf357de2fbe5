import { test } from "vitest";
import { expectVerdict, type HostileCase } from "./testing/hostility.ts";

// Others wait for long or flood the machine: `npm run test:all` tries them.
const cases: HostileCase[] = [
  ["ends at once", ["webhooks"], 1, /it ended with exit code 7/],
  [
    "dies of the first webhook",
    ["webhooks", "install"],
    1,
    /found the application gone \(it ended with exit code 3\), expected it to keep answering/,
  ],
  ["leaves a child in a session of its own", ["webhooks"], 0, /certified/],
];

test.concurrent.each(cases)("an application that %s ends in a verdict, and leaves nothing behind", (...hostile) =>
  expectVerdict(...hostile),
);
