import { expect, test } from "vitest";
import { tooFewJudged } from "./least-judged.ts";

const judged = { count: 62, of: 167 };

test("enough is judged where as many as asked for were, by number or by share", () => {
  for (const least of [{ count: 62 }, { share: 0.37 }, undefined])
    expect(tooFewJudged({ judged }, least)).toBeUndefined();
});

test("too few are told with what was asked for", () => {
  expect(tooFewJudged({ judged }, { share: 0.8 })).toBe(
    "62 of 167 requirements were judged, fewer than the 134 of --min-judged",
  );
});
