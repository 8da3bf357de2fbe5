import { expect, test } from "vitest";
import { areIdsSwapped, areTitlesSwapped } from "./order.ts";

test.each([
  ["Room 2", "Room 1", true],
  ["Room 10", "Room 2", false],
  ["b", "A", true],
  ["B", "a", false],
  ["Änderung", "Zimmer", false],
  ["Zimmer", "Abend", true],
  ["same", "same", false],
])("%s before %s is wrong in every collation: %s", (before, after, expected) => {
  expect(areTitlesSwapped(before, after)).toBe(expected);
});

test.each([
  [10, 9, true],
  [9, 10, false],
  ["10", "09", true],
  ["9", "10", false],
  ["b", 1, false],
])("ids %j before %j stand the wrong way round: %s", (before, after, expected) => {
  expect(areIdsSwapped(before, after)).toBe(expected);
});
