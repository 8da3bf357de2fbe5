import { expect, test } from "vitest";
import type { Item } from "../../../harness/control/control.ts";
import { viewOf } from "../../rules/exchange-view.ts";
import { exchange } from "../../testing/exchanges.ts";
import { Model } from "../model.ts";

const events = Array.from({ length: 14 }, (_, index) => ({
  id: 70 + index,
  date: index < 4 ? "2027-07-01" : "2027-07-02",
  service_id: index < 12 ? 40 : 41,
}));

/** The requirements that a search for Events breaks whose records say as little as `shown`, where the target has pages of at most ten. */
function brokenBy(shown: (event: Item) => Item, queries: [query: string, found: readonly Item[]][]): string[] {
  const model = new Model({ credentials: { partner_token: "secret" }, fixtures: {} }, true);
  const moment = { earliest: 0, latest: 0 };
  const seed = { path: "/seed", body: { collection: "activities", location_id: 7, items: events } };
  model.learnControl(seed, { items: events }, moment);
  return queries.flatMap(([query, found]) => {
    const page = Number(/page=(\d)/.exec(query)?.[1]);
    const data = found.slice((page - 1) * 10, page * 10).map(shown);
    const sent = exchange("searchActivities", { query }, data);
    const request = { ...sent.request, headers: [["Authorization", "Bearer secret"]] as [string, string][] };
    const seen = { request, view: viewOf({ ...sent, request }), moment, isPaced: true };
    const cells = model.judge(seen).flatMap(({ cell, holds }) => (holds ? [] : [cell]));
    model.learn(seen);
    return cells;
  });
}

const span = "from=2027-07-01&till=2027-07-02&count=10";
const pages = (query: string, found: readonly Item[]): [string, readonly Item[]][] =>
  ["1", "2", "3"].map((page) => [`${query}&page=${page}`, found]);
const right = [
  ...pages(span, events),
  ...pages(`${span}&service_ids=40`, events.slice(0, 12)),
  ...pages("from=2027-07-01&till=2027-07-01&count=10", events.slice(0, 4)),
  ...pages("from=2027-07-02&till=2027-07-02&count=10", events.slice(4)),
];

test("records that nothing distinguishes are counted over pages, filters and days", () => {
  expect(brokenBy(() => ({ free: 4 }), right)).toEqual([]);
  expect(brokenBy((event) => event, right)).toEqual([]);
});

test("too few of them are found", () => {
  const few = pages("from=2027-07-02&till=2027-07-02&count=10", events.slice(6));
  expect(brokenBy(() => ({ free: 4 }), [...pages(span, events), ...few])).toContain("ACT-3");
});

/** The number of the first page by what some pages of ten hold; a page without items is refused. */
function firstPageOf(...read: [page: number, found: readonly Item[] | undefined][]): number | undefined {
  const model = new Model({ credentials: { partner_token: "secret" }, fixtures: {} }, false);
  for (const [page, found] of read) {
    const status = found ? 200 : 404;
    const { request, ...sent } = exchange("searchActivities", { query: `count=10&page=${page}`, status }, found);
    const moment = { earliest: 0, latest: 0 };
    model.learn({ request, view: viewOf({ ...sent, request }), moment, isPaced: true });
  }
  return model.constants.firstPage("searchActivities").value;
}

test.each<[what: string, first: number | undefined, read: Parameters<typeof firstPageOf>]>([
  [
    "is 0 where pages 0 and 1 differ",
    0,
    [
      [0, events.slice(0, 10)],
      [1, events.slice(10)],
    ],
  ],
  [
    "is 0 where page 1 is beyond the last one",
    0,
    [
      [0, events.slice(0, 3)],
      [1, []],
    ],
  ],
  [
    "is 1 where page 0 is refused",
    1,
    [
      [0, undefined],
      [1, events.slice(0, 10)],
    ],
  ],
  [
    "is 1 where page 0 is a long list's page 1",
    1,
    [
      [0, events.slice(0, 10)],
      [1, events.slice(0, 10)],
    ],
  ],
  [
    "is not known where both are refused",
    undefined,
    [
      [0, undefined],
      [1, undefined],
    ],
  ],
  [
    "is not known where both are empty",
    undefined,
    [
      [0, []],
      [1, []],
    ],
  ],
  [
    "is not known where a short list may be repeated",
    undefined,
    [
      [0, events.slice(0, 3)],
      [1, events.slice(0, 3)],
    ],
  ],
  [
    "is 1 where no page after a short list repeats it",
    1,
    [
      [0, events.slice(0, 3)],
      [1, events.slice(0, 3)],
      [2, []],
      [1, events.slice(0, 3)],
    ],
  ],
])("the number of the first page %s", (_, first, read) => {
  expect(firstPageOf(...read)).toBe(first);
});
