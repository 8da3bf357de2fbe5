import { expect, test } from "vitest";
import { describeDuration, inMinutes, parseDuration, seconds } from "./durations.ts";

test.each([
  ["20m", 1200],
  ["1h30m", 5400],
  ["90s", 90],
])("%s is a duration", (text, count) => {
  expect(parseDuration(text)).toBe(seconds(count));
});

test.each(["", "20", "m", "20 m", "1d", "-5m"])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test("a duration is reported in its largest units", () => {
  expect([902, 60, 0, 3661].map((count) => describeDuration(seconds(count)))).toEqual([
    "15 min 2 s",
    "1 min",
    "0 s",
    "1 h 1 min 1 s",
  ]);
  expect(inMinutes(seconds(905))).toBe("16m");
});
