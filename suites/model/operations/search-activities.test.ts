import { expect, test } from "vitest";
import { viewOf } from "../../rules/exchange-view.ts";
import { exchange } from "../../testing/exchanges.ts";
import { Model } from "../model.ts";

const days = ["2027-07-01", "2027-07-02"];
const events = days.map((date, index) => ({ id: 70 + index, date }));
const span = "from=2027-07-01&till=2027-07-02";

/** The requirements that searches break on a target whose lists are only read, after it has named the days of its Events. */
function brokenBy(searches: readonly [page: number, found: readonly object[]][]): string[] {
  const model = new Model({ credentials: { partner_token: "secret" }, fixtures: {} }, true);
  const headers: [string, string][] = [["Authorization", "Bearer secret"]];
  return [
    exchange("searchActivityDates", { query: span }, days),
    ...searches.map(([page, found]) => exchange("searchActivities", { query: `${span}&page=${page}&count=9` }, found)),
  ].flatMap((sent) => {
    const request = { ...sent.request, headers };
    const seen = { request, view: viewOf({ ...sent, request }), moment: { earliest: 0, latest: 0 }, isPaced: true };
    const cells = model.judge(seen).flatMap(({ cell, holds }) => (holds ? [] : [cell]));
    model.learn(seen);
    return cells;
  });
}

test("an empty page 1 shows no days without Events before the number of the first page is known", () => {
  const fromZero: [number, readonly object[]][] = [
    [1, []],
    [0, events],
    [1, []],
  ];
  expect(brokenBy(fromZero)).toEqual([]);
});

test("an empty first page contradicts the days with Events", () => {
  const fromOne: [number, readonly object[]][] = [
    [1, events],
    [0, events],
    [2, []],
    [1, []],
  ];
  expect(brokenBy(fromOne)).toContain("ACT-7");
});
