import { expect, test } from "vitest";
import { seconds } from "../../base/durations.ts";
import { viewOf } from "../rules/exchange-view.ts";
import { exchange } from "../testing/exchanges.ts";
import { ShownRecords } from "./shown-records.ts";

const at = (second: number) => {
  const sent = exchange("listResources", { body: JSON.stringify({ data: [] }) });
  const moment = { earliest: seconds(second), latest: seconds(second) };
  return { request: sent.request, view: viewOf(sent), moment, isPaced: true };
};

const room = { id: 1, title: "Room", instances: [{ id: 11 }], made_at: "2026-03-01T10:00:00Z", free_in: 60 };

test.each([
  ["a field that lacks what another read showed", { instances: [] }, 2, [false]],
  ["the same", {}, 2, [true]],
  ["fields that followed the clock for as long", { made_at: "2026-03-01T10:00:02Z", free_in: 58 }, 2, [true]],
  ["a read that is no more of the same moment", { instances: [] }, 60, []],
] as const)("of records whose fields are not shown, reads of one moment agree: %s", (_, other, second, expected) => {
  const shown = new ShownRecords("RES-8", { within: seconds(10) });
  shown.learn("", [room], at(0));
  expect(shown.judge("", [{ ...room, ...other }], at(second)).map(({ holds }) => holds)).toEqual(expected);
});

test("records without an id are not compared", () => {
  const shown = new ShownRecords("RES-8");
  shown.learn("", [{ title: "Room" }], at(0));
  expect(shown.judge("", [{ title: "Hall" }], at(1))).toEqual([]);
});
