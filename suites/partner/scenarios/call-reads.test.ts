import { expect, test } from "vitest";
import type { PartnerRequest } from "../requests/partner-request.ts";
import { callsRead } from "./call-reads.ts";

const usual = 25;

/** Requests for the call history with these fields, each answered 200. */
const reads = (all: readonly object[]) =>
  all.map((fields) => ({
    json: { salon_id: 100, ...fields },
    query: new URLSearchParams(),
    status: 200,
  })) as unknown as PartnerRequest[];

test("a range that is polled does not count beside another", () => {
  const [polled, asked] = [{ date_from: "2026-03-01" }, { date_from: "2026-03-02" }];
  const all = reads([
    { ...polled, page: 1, limit: 20 },
    { ...asked, page: 1, limit: 20 },
    { ...asked, page: 2, limit: 20 },
  ]);
  expect(callsRead(all, usual)).toBe(20);
  expect(callsRead(all, usual, new Set([JSON.stringify(polled)]))).toBe(40);
});

test.each([
  ["nothing", [], 0],
  [
    "pages from 1 on",
    [
      { page: 1, limit: 20 },
      { page: 2, limit: 20 },
    ],
    40,
  ],
  [
    "pages from 0 on",
    [
      { page: 0, limit: 20 },
      { page: 1, limit: 20 },
      { page: 2, limit: 20 },
    ],
    60,
  ],
  ["no page at first", [{ limit: 20 }, { page: 2, limit: 20 }], 40],
  ["pages of no size", [{ page: 1 }, { page: 2 }], 50],
  [
    "every other page",
    [
      { page: 1, limit: 20 },
      { page: 3, limit: 20 },
    ],
    20,
  ],
  [
    "a second page that is larger",
    [
      { page: 1, limit: 20 },
      { page: 2, limit: 40 },
    ],
    20,
  ],
  [
    "smaller pages that follow on a large one",
    [
      { page: 1, limit: 40 },
      { page: 3, limit: 20 },
    ],
    60,
  ],
  [
    "a first page, and all anew in larger ones",
    [
      { page: 1, limit: 5 },
      { page: 1, limit: 50 },
      { page: 2, limit: 50 },
    ],
    100,
  ],
  [
    "pages of two ranges",
    [
      { page: 1, limit: 20 },
      { page: 2, limit: 20, types: ["incoming"] },
    ],
    20,
  ],
  [
    "a week's first page, and all of its last day",
    [
      { page: 1, limit: 20, date_from: "2026-03-01", date_to: "2026-03-07" },
      { page: 1, limit: 20, date_from: "2026-03-07", date_to: "2026-03-07" },
      { page: 2, limit: 20, date_from: "2026-03-07", date_to: "2026-03-07" },
    ],
    20,
  ],
  [
    "a day's first page, and all of its week",
    [
      { page: 1, limit: 20, date_from: "2026-03-07", date_to: "2026-03-07" },
      { page: 1, limit: 20, date_from: "2026-03-01", date_to: "2026-03-07" },
      { page: 2, limit: 20, date_from: "2026-03-01", date_to: "2026-03-07" },
    ],
    40,
  ],
])("who reads %s has read so many calls from the beginning", (_, fields, count) => {
  expect(callsRead(reads(fields), usual)).toBe(count);
});
