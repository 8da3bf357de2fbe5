import { expect, test } from "vitest";
import { hasFormat, momentOf } from "./formats.ts";

const cases: [format: string, text: string, fits: boolean][] = [
  ["date", "2026-03-01", true],
  ["date", "2024-02-29", true],
  ["date", "2026-02-29", false],
  ["date", "2026-13-01", false],
  ["date", "2026-3-1", false],
  ["local-date-time", "2026-03-01 09:30:00", true],
  ["local-date-time", "2026-03-01T09:30:00", false],
  ["local-date-time", "2026-03-01 24:00:00", false],
  ["local-date-time", "2026-03-01 09:30", false],
  ["plain-date-time", "2026-03-01T09:30:00", true],
  ["plain-date-time", "2026-03-01T09:30:00Z", false],
  ["offset-date-time", "2026-03-01T09:30:00+03:00", true],
  ["offset-date-time", "2026-03-01T09:30:00+0300", true],
  ["offset-date-time", "2026-03-01T09:30:00+03", true],
  ["offset-date-time", "2026-03-01T09:30Z", true],
  ["offset-date-time", "20260301T093000Z", true],
  ["offset-date-time", "2026-03-01T09:30:00.123456-11:00", true],
  ["offset-date-time", "2026-03-01T093000Z", true],
  ["offset-date-time", "2026-03-01T09:30:00", false],
  ["offset-date-time", "2026-03-01 09:30:00+03:00", false],
  ["offset-date-time", "2026-03-01T25:30:00Z", false],
  ["offset-date-time", "2026-02-30T09:30:00Z", false],
  ["offset-date-time", "1772357400", false],
];

test.each(cases)("%s: %s is %s", (format, text, fits) => {
  expect(hasFormat(format, text)).toBe(fits);
});

test.each([
  ["2026-03-01T09:30:00+05:00", "2026-03-01T04:30:00.000Z"],
  ["2026-03-01T09:30:00+05", "2026-03-01T04:30:00.000Z"],
  ["2026-03-01T09:30:00-0330", "2026-03-01T13:00:00.000Z"],
  ["20260301T093000Z", "2026-03-01T09:30:00.000Z"],
  ["2026-03-01T09:30Z", "2026-03-01T09:30:00.000Z"],
  ["2026-03-01T09:30:00,5Z", "2026-03-01T09:30:00.500Z"],
  ["2026-03-01T09:30:00.123456+00:00", "2026-03-01T09:30:00.123Z"],
  ["2026-03-01T24:00:00Z", "2026-03-02T00:00:00.000Z"],
  ["2026-12-31T23:59:60Z", "2026-12-31T23:59:59.000Z"],
  ["2026-03-01 09:30:00", "2026-03-01T09:30:00.000Z"],
  ["2026-03-01", "2026-03-01T00:00:00.000Z"],
])("%s is the moment %s", (text, moment) => {
  expect(new Date(momentOf(text)).toISOString()).toBe(moment);
});

test.each(["", "yesterday", "2026-13-01", "2026-03-01T25:00:00Z", "1767225600", null, 20_260_301.5])(
  "%j is no moment",
  (value) => {
    expect(momentOf(value)).toBeNaN();
  },
);
