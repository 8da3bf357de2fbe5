import { expect, test } from "vitest";
import type { Request } from "../../../harness/exchange.ts";
import { afterMoment, anyZone, beforeMoment, commonSpan, fromDay, PossibleTimes, tillDay } from "./possible-times.ts";

const read = {} as Request;
const on = (day: string) => commonSpan([fromDay(day), tillDay(day)]);
const evening = () => new PossibleTimes(anyZone("2024-02-29T20:00:00+00:00"));

test("a moment near midnight may be on either day, until a read says on which", () => {
  const times = evening();
  expect(["2024-02-28", "2024-02-29", "2024-03-01"].map((day) => times.match(on(day)))).toEqual(["no", "open", "open"]);
  times.narrow(false, on("2024-02-29"), read);
  expect(["2024-02-29", "2024-03-01"].map((day) => times.match(on(day)))).toEqual(["no", "yes"]);
});

test("a read that contradicts all before it begins anew, so that one fault is reported once", () => {
  const times = evening();
  times.narrow(true, on("2024-03-01"), read);
  expect(times.match(on("2024-02-29"))).toBe("no");
  times.narrow(true, on("2024-02-29"), read);
  expect(times.match(on("2024-03-01"))).toBe("open");
  expect(times.reads).toEqual([]);
});

test("whether a moment includes its own second is open", () => {
  const times = new PossibleTimes([Date.parse("2026-01-05T10:00:00Z"), Date.parse("2026-01-05T10:00:00Z") + 1]);
  const matches = (moment: string) => [afterMoment(moment), beforeMoment(moment)].map((span) => times.match(span));
  expect(matches("2026-01-05T10:00:00")).toEqual(["open", "open"]);
  expect(matches("2026-01-05T09:59:59")).toEqual(["yes", "no"]);
  expect(matches("2026-01-05T10:00:01")).toEqual(["no", "yes"]);
});
