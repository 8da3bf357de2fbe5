import { test } from "vitest";
import { expectVerdict, type HostileCase } from "../testing/hostility.ts";

// Others wait for long or flood the machine: `npm run test:all` tries them.
const cases: HostileCase[] = [
  [
    "ends at once",
    ["webhooks"],
    1,
    /The application did not start: it ended with exit code 7\n[^]*\n1\. fail HOOK-16(?![^]*\n2\.)/,
  ],
  [
    "dies of the first webhook",
    ["webhooks", "install"],
    1,
    /The application is gone: it ended with exit code 3\n {2}in: the owner connects.*\n {2}after: the owner.*\n {2}it printed nothing\n\nTo fix[^]*\n1\. fail INST-29(?![^]*\n2\.)[^]*install .*broken: INST-29/,
  ],
  [
    "is started by a command that is none",
    ["webhooks"],
    1,
    /The application did not start: the shell cannot run start\.command \(.*\): exit code 127\n {2}it printed last:\n.*not found/,
  ],
  ["leaves a child in a session of its own", ["webhooks"], 0, /certified/],
];

test.concurrent.each(cases)("an application that %s ends in a verdict, and leaves nothing behind", (...hostile) =>
  expectVerdict(...hostile),
);
