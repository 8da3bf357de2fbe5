import { expect, test } from "vitest";
import { tellsMoment } from "./status-checks.ts";

const moment = Date.parse("2026-03-01T12:00:00Z");

test.each([
  ["2026-03-01 12:00:00", true],
  ["2026-03-01 12:00:09", true],
  ["2026-03-01 17:45:00", true],
  ["2026-02-28 22:00:00", true],
  ["2026-03-01 12:07:00", false],
  ["2026-03-02 12:00:00", false],
  ["2026-03-01T14:00:00+02:00", true],
  ["2026-03-01T14:00:00+03:00", false],
  ["2026-03-01", undefined],
  ["soon", undefined],
])("%s tells noon in UTC, in some time zone: %s", (text, expected) => {
  expect(tellsMoment(text, moment)).toBe(expected);
});
