import { expect, test } from "vitest";
import { choices } from "../dialects/choices.ts";
import { callFor, callsInOrder, isWanted } from "./matching-calls.ts";

const range = { salon_id: 100, date_from: "2026-01-01", date_to: "2026-01-31" };

test("a call is made up for the last day asked for, with the first type and status", () => {
  expect(callFor({ ...range, types: ["internal", "outgoing"], statuses: ["missed"] })).toEqual({
    call_date: "2026-01-31T12:00:00+00:00",
    type: "internal",
    status: "missed",
  });
});

test("a call is made up of the caller asked for", () => {
  const call = callFor({ ...range, phone: "+37120000001" });
  expect(call).toMatchObject({ caller_phone: "+37120000001" });
  expect(call && isWanted(call, range)).toBe(true);
  expect(call && isWanted(call, { ...range, phone: "+37120000001" })).toBe(true);
  expect(call && isWanted(call, { ...range, phone: "+37120000002" })).toBe(false);
});

test.each([
  ["a phone that is no number", { ...range, phone: "" }],
  ["a phone that is no text", { ...range, phone: 37_120_000_001 }],
  ["no dates", { salon_id: 100 }],
  ["dates in another form", { ...range, date_from: "01.01.2026" }],
  ["an end before the beginning", { ...range, date_to: "2025-12-31" }],
])("no call is made up for %s", (_, wanted) => {
  expect(callFor(wanted)).toBeUndefined();
});

test.each([
  ["the same range", range, true],
  ["an earlier range", { ...range, date_to: "2026-01-30" }, false],
  ["its type among others", { ...range, types: ["outgoing", "incoming"] }, true],
  ["other types", { ...range, types: ["outgoing"] }, false],
  ["no types at all", { ...range, types: [] }, true],
  ["a phone number", { ...range, phone: "+37120000001" }, false],
])("a request with %s asks for the call: %s", (_, wanted, isAskedFor) => {
  const call = { call_date: "2026-01-31T12:00:00+00:00", type: "incoming", status: "success" };
  expect(isWanted(call, wanted)).toBe(isAskedFor);
});

test.each(choices["order of calls"].values)("calls in the order %s are all of the day asked for", (order) => {
  const call = { call_date: "2026-01-31T12:00:00+00:00", type: "incoming", status: "success" };
  const calls = callsInOrder(call, 101, order);
  expect(calls.every((each) => isWanted(each, range))).toBe(true);
  const dates = calls.map(({ call_date }) => call_date);
  expect([dates.join() === dates.toSorted().join(), dates.join() === dates.toSorted().toReversed().join()]).toEqual([
    order === "oldest first",
    order === "newest first",
  ]);
});
