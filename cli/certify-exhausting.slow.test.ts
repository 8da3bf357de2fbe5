import { test } from "vitest";
import { expectVerdict, type HostileCase } from "./testing/hostility.ts";

const cases: HostileCase[] = [
  ["sends 900 kB again and again", ["webhooks"], 1, /xxx/],
  ["sends a new token of 15 kB with every request", ["webhooks"], 1, /xxx/],
  ["nests what it sends", ["install"], 1, /xxx/],
  ["opens thousands of connections", ["webhooks"], 0, /xxx/],
  ["never ends what it sends", ["webhooks"], 0, /xxx/],
  ["sends pipelined garbage", ["webhooks"], 0, /xxx/],
  ["prints one line without end", ["webhooks"], 0, /xxx/],
  ["redirects to itself", ["webhooks"], 1, /xxx/],
  ["answers with interim statuses without end", ["webhooks"], 1, /xxx/],
];

test.each(cases)("an application that %s ends in a verdict, and leaves nothing behind", (...hostile) =>
  expectVerdict(...hostile),
);
