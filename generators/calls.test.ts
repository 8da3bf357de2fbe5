import { describe, expect, test } from "vitest";
import { envelope } from "../specs/schemas/samples.test-data.ts";
import { call, callHistory, callStatuses, callTypes, singleCallFilters, span, wholeSpan } from "./calls.ts";
import { dayNumber } from "./days.ts";
import { always } from "./testing/always.ts";
import { errorsIn, page, requestBody } from "./testing/errors-in.ts";

describe("a call", () => {
  test("is one that the specification allows", () => {
    always(call(), (made) => expect(errorsIn("listCalls", page, envelope([made]))).toEqual([]));
  });

  test("has the fields that are pinned", () => {
    const pinned = { status: "missed", duration: 7 };
    always(call(pinned), (made) => expect(made).toMatchObject(pinned));
  });
});

describe("a call history", () => {
  test("has a call of every type with every status, and calls on every day", () => {
    const kinds = callTypes.flatMap((type) => callStatuses.map((status) => `${type} ${status}`));
    const days = Array.from({ length: span }, (_, index) => dayNumber(index));
    always(
      callHistory(),
      (calls) => {
        expect(calls.map(({ type, status }) => `${type} ${status}`)).toEqual(expect.arrayContaining(kinds));
        expect(new Set(calls.map(({ call_date }) => call_date.slice(0, 10)))).toEqual(new Set(days));
      },
      20,
    );
  });

  test("gives each call an id of its own", () => {
    always(callHistory(), (calls) => expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length), 20);
  });
});

describe("a filter of the history", () => {
  const errorsOf = (filter: object) => errorsIn("listCalls", requestBody, { salon_id: 1, ...filter });

  test.each(singleCallFilters())("%j is one that the specification allows", (filter) => {
    expect(errorsOf(filter)).toEqual([]);
  });

  test("asks for each type, each status and all days by itself", () => {
    const filters = singleCallFilters();
    for (const type of callTypes) expect(filters).toContainEqual({ ...wholeSpan, types: [type] });
    for (const status of callStatuses) expect(filters).toContainEqual({ ...wholeSpan, statuses: [status] });
    expect(filters).toContainEqual(wholeSpan);
  });
});
