import fc from "fast-check";
import { expect, test } from "vitest";
import { hasFormat } from "../base/formats/formats.ts";
import { dayNumber, noonish } from "./days.ts";
import { always } from "./testing/always.ts";

const number = fc.nat({ max: 60 });

test("days follow each other, in the form YYYY-MM-DD", () => {
  always(number, (n) => {
    expect(hasFormat("date", dayNumber(n))).toBe(true);
    expect(Date.parse(dayNumber(n + 1)) - Date.parse(dayNumber(n))).toBe(86_400_000);
  });
});

test("a month ends among the days that records lie on", () => {
  expect(new Set([0, 9].map((n) => dayNumber(n).slice(0, 7))).size).toBe(2);
});

test("a moment has the same date from Hawaii to Auckland", () => {
  const timeZones = fc.constantFrom("Pacific/Honolulu", "UTC", "Europe/Riga", "Pacific/Auckland");
  always(fc.tuple(number, timeZones), ([n, timeZone]) => {
    const date = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(noonish(n)));
    expect(date).toBe(dayNumber(n));
  });
});
