import { test } from "vitest";
import { expectVerdict, type HostileCase } from "../testing/hostility.ts";
import { rowsOf } from "../testing/rows.ts";

const cases: HostileCase[] = [
  ["floods the platform", ["webhooks"], 1, /floods|requests in a second/],
  ["answers garbage", ["webhooks"], 1, /HOOK-16[^]*found (HPE_|ECONNRESET|EPIPE|socket)/],
  ["answers with 100 MB", ["webhooks"], 0, /certified/],
  ["sends 100 MB", ["install"], 1, /INST-32/],
  ["never lets go of a socket", ["webhooks"], 0, /certified/],
  ["prints without end", ["webhooks"], 0, /certified/],
  ["forks again and again", ["webhooks"], 0, /certified/],
  ["never ends by itself", ["webhooks"], 0, /certified/],
  [
    "never listens",
    ["webhooks"],
    1,
    /found the application not ready \(.* gives no 2xx within 30 seconds \(ECONNREFUSED\)\)/,
  ],
  ["stops taking connections", ["install"], 1, /found the application gone \(nothing answers at http.*\)|no callback/],
  [
    "sends 900 kB again and again",
    ["webhooks"],
    1,
    /untestable HOOK-16 .*floods.*requests of more than 32 MB in total/,
  ],
  ["sends a new token of 15 kB with every request", ["webhooks"], 1, /fail AUTH-16/],
  ["nests what it sends", ["install"], 1, /fail INST-32/],
  ["opens thousands of connections", ["webhooks"], 0, /certified/],
  ["never ends what it sends", ["webhooks"], 1, /fail RATE-12/],
  ["sends pipelined garbage", ["webhooks"], 1, /untestable HOOK-16 .*floods/],
  ["prints one line without end", ["webhooks"], 0, /certified/],
  ["redirects to itself", ["webhooks"], 1, /fail HOOK-16/],
  ["answers with interim statuses without end", ["webhooks"], 1, /fail HOOK-16/],
  ["is stopped", ["install"], 1, /INST-29[^]*no callback within/],
];

test.concurrent.each(rowsOf(cases))(
  "an application that %s ends in a verdict, and leaves nothing behind",
  (...hostile) => expectVerdict(...hostile),
);
