import { expect, test } from "vitest";
import { groupBy } from "./group-by.ts";

test("values are grouped by key, keys and values in their first order", () => {
  expect([...groupBy(["bee", "ant", "bat", "cat"], (word) => word.charAt(0))]).toEqual([
    ["b", ["bee", "bat"]],
    ["a", ["ant"]],
    ["c", ["cat"]],
  ]);
});
