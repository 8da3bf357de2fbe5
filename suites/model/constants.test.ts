import { expect, test } from "vitest";
import { days } from "../../base/durations.ts";
import { ServedRanges, Zone } from "./constants.ts";

const at = (time: string, hours: number) => ({ time: Date.parse(time), hours });

test("a zone whose clocks are turned forward within a month is one zone", () => {
  const zone = new Zone();
  zone.learn(at("2026-03-01T12:00:00Z", -5));
  expect(zone.agrees(at("2026-03-09T12:00:00Z", -4))).toBe(true);
  zone.learn(at("2026-03-09T12:00:00Z", -4));
  expect(zone.agrees(at("2026-03-10T12:00:00Z", -5))).toBe(false);
  expect(zone.agrees(at("2026-12-10T12:00:00Z", -5))).toBe(true);
});

test("two offsets that no time zone has are two zones, at once and half a year apart", () => {
  const zone = new Zone();
  zone.learn(at("2026-01-10T12:00:00Z", 3));
  expect(zone.agrees(at("2026-01-10T12:00:00Z", 0))).toBe(false);
  expect(zone.agrees(at("2026-07-10T12:00:00Z", 0))).toBe(false);
  expect(zone.agrees(at("2027-07-10T12:00:00Z", 3))).toBe(true);
});

test("a range is served that is no longer than one that was, unless one as short was refused", () => {
  const ranges = new ServedRanges();
  expect(ranges.isServed(0, days(7))).toBe(false);
  ranges.learn(0, days(7), true);
  expect([days(3), days(7), days(8), -days(1)].map((to) => ranges.isServed(0, to))).toEqual([true, true, false, false]);
  ranges.learn(0, days(5), false);
  expect([days(3), days(5)].map((to) => ranges.isServed(0, to))).toEqual([true, false]);
});
