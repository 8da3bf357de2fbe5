import { expect, test } from "vitest";
import { exchange } from "../testing/exchanges.ts";
import { viewOf } from "./exchange-view.ts";
import { areIdsSwapped, areTitlesSwapped, collationsOf, inOrder } from "./order.ts";

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
  [2, "1", false],
  ["2", 1, false],
  [9, 9, false],
])("ids %j before %j stand the wrong way round: %s", (before, after, expected) => {
  expect(areIdsSwapped(before, after)).toBe(expected);
});

test.each<[string[], string[]]>([
  [
    ["a", "B", "c"],
    ["in lower case", "in upper case", "without marks", "english", "swedish"],
  ],
  [["B", "a"], ["by code"]],
  [["Room 2", "Room 10"], ["english with numbers"]],
  [
    ["a", "a"],
    ["by code", "english"],
  ],
  [["c", "a", "b"], ["none of those known"]],
])("titles %j stand in an order that is known", (titles, names) => {
  expect(collationsOf(titles)).toEqual(expect.arrayContaining(names));
});

test("titles in no order that is known are said to be so, and nothing else", () => {
  expect(collationsOf(["c", "a", "b"])).toEqual(["none of those known"]);
  expect(collationsOf(["B", "a"])).not.toContain("in lower case");
  expect(collationsOf(["Room 2", "Room 10"])).not.toContain("english");
});

test("of a list, the first two neighbours that stand the wrong way round are reported", () => {
  const check = inOrder((before, after) => areIdsSwapped(before.id, after.id));
  const broken = [1, 2, 5, 3, 4].map((id) => ({ id, title: `Room ${id}` }));
  expect(check(viewOf(exchange("listResources", {}, broken)))).toEqual([
    { pointer: "/data/3", found: '"Room 5" (id 5) before "Room 3" (id 3)', expected: "the other way round" },
  ]);
  const right = [1, 2].map((id) => ({ id, title: "Room" }));
  expect(check(viewOf(exchange("listResources", {}, right)))).toEqual([]);
  expect(check(viewOf(exchange("listResources", {}, [{ id: 2 }, { id: 1 }])))?.[0]?.pointer).toBe("/data/1");
});
