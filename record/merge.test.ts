import { describe, expect, test } from "vitest";
import { resultsFrom } from "./from-journal.ts";
import { mergeRuns } from "./merge.ts";
import type { RunRecord } from "./run-folder.ts";
import { begin, end, exchange, finding, runOf } from "./testing/runs.ts";

const outcomeOf = ({ results }: RunRecord, id: string) => results.requirements.find((one) => one.id === id)?.outcome;
const part = (number: number, ...entries: Parameters<typeof runOf>): RunRecord => {
  const all = [begin({ shard: { part: number, of: 2 } }), ...entries, end];
  return { entries: all, results: resultsFrom(all) };
};

describe("runs that are joined", () => {
  const held = runOf(exchange("e-1"), { kind: "judged", ids: ["DICT-1", "DICT-2"] });
  const broke = runOf(exchange("e-1", "{}"), { kind: "judged", ids: ["DICT-2"] }, finding("DICT-2", "e-1"));

  test("fail where one of them fails, and their evidence leads to its own exchange", () => {
    const merged = mergeRuns([held, broke]);
    expect(outcomeOf(merged, "DICT-1")).toBe("pass");
    expect(outcomeOf(merged, "DICT-2")).toBe("fail");
    expect(merged.results).toMatchObject({ verdict: "fail", requests: 2 });
    const [shown] = merged.results.requirements.find(({ id }) => id === "DICT-2")?.evidence ?? [];
    const named = merged.entries.find((entry) => entry.kind === "exchange" && entry.id === shown?.exchange);
    expect(named).toMatchObject({ response: { body: "{}" } });
  });

  test("without a journal are joined by what they found", () => {
    const merged = mergeRuns([{ ...held, entries: [] }, broke]);
    expect([outcomeOf(merged, "DICT-1"), outcomeOf(merged, "DICT-2"), merged.results.verdict]).toEqual([
      "pass",
      "fail",
      "fail",
    ]);
    expect(merged.results.requests).toBe(2);
  });
});

test("parts are complete together, and incomplete while one is missing", () => {
  const parts = [part(1, exchange("e-1")), part(2, { kind: "judged", ids: ["DICT-1"] })];
  expect(mergeRuns(parts).results).not.toHaveProperty("complete");
  expect(mergeRuns([part(1), part(1)]).results).toMatchObject({ complete: false });
});

test("what lacks an ability in one proof and has no subject in another is untestable, whichever came last", () => {
  const lacks = { kind: "untestable", ids: ["CUR-3"], why: "no clock", applies: true } as const;
  const inapplicable = { kind: "untestable", ids: ["CUR-3"], why: "not live", applies: false } as const;
  expect(outcomeOf(runOf(lacks, inapplicable), "CUR-3")).toBe("untestable");
  expect(outcomeOf(runOf(inapplicable, lacks), "CUR-3")).toBe("untestable");
  expect(outcomeOf(runOf(inapplicable), "CUR-3")).toBe("not-applicable");
});

test("a journal without its end makes results that are marked incomplete", () => {
  const results = resultsFrom([begin(), exchange("e-1"), { kind: "judged", ids: ["DICT-1"] }]);
  expect(results).toMatchObject({
    complete: false,
    seed: 42,
    verdict: "pass",
    requests: 1,
    subject: { name: "staging" },
  });
});
