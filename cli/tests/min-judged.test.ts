import { expect, test } from "vitest";
import { tooFewJudged } from "../options/min-judged.ts";

const judged = { count: 62, of: 167 };

test("enough is judged where as many as asked for were, by number or by share", () => {
  for (const minJudged of [{ count: 62 }, { share: 0.37 }, undefined])
    expect(tooFewJudged({ judged }, { minJudged })).toBeUndefined();
});

test("cells are counted alike", () => {
  const cells = { judged: 150, of: 183 };
  expect(tooFewJudged({ judged, cells }, { minCells: { share: 0.8 } })).toBeUndefined();
  expect(tooFewJudged({ judged, cells }, { minCells: { share: 0.9 } })).toBe(
    "150 of 183 cells were judged, fewer than the 165 of --min-cells",
  );
});

test("too few are reported with what was asked for", () => {
  expect(tooFewJudged({ judged }, { minJudged: { share: 0.8 } })).toBe(
    "62 of 167 requirements were judged, fewer than the 134 of --min-judged",
  );
});
