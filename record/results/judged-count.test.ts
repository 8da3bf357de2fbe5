import { expect, test } from "vitest";
import { resultsFrom } from "../from-journal.ts";
import { begin, end, exchange } from "../testing/runs.ts";

test("what was left out of a run is not counted as what it could have judged", () => {
  const judgeable = (facts: { only?: string[]; skip?: string[] }) =>
    resultsFrom([begin(facts), exchange("e-1"), end]).judged?.of ?? 0;
  const all = judgeable({});
  expect(judgeable({ skip: ["DICT-1", "DICT-2"] })).toBe(all - 2);
  expect(judgeable({ only: ["DICT-1", "DICT-2"] })).toBe(2);
  expect(judgeable({ only: ["DICT-1", "DICT-2"], skip: ["DICT-2"] })).toBe(1);
});
