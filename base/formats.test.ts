import { expect, test } from "vitest";
import { hasFormat } from "./formats.ts";

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
