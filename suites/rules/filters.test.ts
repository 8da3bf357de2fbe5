import { describe, expect, test } from "vitest";
import { canBeAfter, canBeBefore, contains, forms, hasDigits, isOneOf, listOf } from "./filters.ts";

describe("a filter's value has its documented form", () => {
  test.each<[keyof typeof forms, unknown[], unknown[]]>([
    ["day", ["2026-02-28"], ["2026-02-30", "28.02.2026", 20260228, null]],
    ["moment", ["2026-02-28T10:00:00"], ["2026-02-28", 5, null]],
    ["number", ["0", "12.5", 7], ["-1", "1e3", "ten", ".5", "1234567890123456"]],
    ["ids", ["1", ["1", "22"], 3], ["x", ["1", "x"], "-1", "1.5"]],
    ["text", ["Ann", "x".repeat(100)], ["", " Ann", "x".repeat(101), "a\u0000b", 7]],
    ["phone", ["+371 26", "371"], ["+", "abc", "", 371]],
  ])("%s", (form, good, bad) => {
    expect(good.filter((value) => !forms[form](value))).toEqual([]);
    expect(bad.filter((value) => forms[form](value))).toEqual([]);
  });

  test("a list, if all of its values are documented", () => {
    const isList = listOf(["incoming", "outgoing"]);
    expect([[], ["incoming"], ["outgoing", "incoming"]].map(isList)).toEqual([true, true, true]);
    expect([["lost"], ["incoming", "lost"], "incoming", null].map(isList)).toEqual([false, false, false, false]);
  });
});

describe("a moment", () => {
  const noon = "2026-02-10T12:00:00Z";

  test("is after another wherever clocks may be, up to 26 hours", () => {
    expect(canBeAfter("2026-02-09T10:00:00Z", noon)).toBe(true);
    expect(canBeAfter("2026-02-09T09:59:59Z", noon)).toBe(false);
  });

  test("is before another wherever clocks may be, up to 26 hours and what is granted besides", () => {
    expect(canBeBefore("2026-02-11T14:00:00Z", noon)).toBe(true);
    expect(canBeBefore("2026-02-11T14:00:01Z", noon)).toBe(false);
    expect(canBeBefore("2026-02-11T14:00:05Z", noon, 5_000)).toBe(true);
    expect(canBeBefore("2026-02-11T14:00:06Z", noon, 5_000)).toBe(false);
  });

  test("that cannot be read fits: that is judged elsewhere", () => {
    expect(canBeAfter("yesterday", noon)).toBe(true);
    expect(canBeBefore(noon, "yesterday")).toBe(true);
  });
});

test("a text contains a part in any letter case and normal form, with accents or without", () => {
  expect(contains("Zo\u00eb", "zoe\u0308")).toBe(true);
  expect(contains("Zoe", "zo\u00eb")).toBe(true);
  expect(contains("Zoe", "zoa")).toBe(false);
});

test("a phone number contains digits, however either is written", () => {
  expect(hasDigits("+371 26-123", "3712")).toBe(true);
  expect(hasDigits("+371 26-123", "3713")).toBe(false);
});

test("a value is one of those asked for, be they texts or numbers", () => {
  expect(isOneOf(1, ["1", "2"])).toBe(true);
  expect(isOneOf("2", 2)).toBe(true);
  expect(isOneOf(3, ["1", "2"])).toBe(false);
});
