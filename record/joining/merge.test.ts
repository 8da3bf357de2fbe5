import { describe, expect, test } from "vitest";
import { resultsFrom } from "../from-journal.ts";
import type { RunRecord } from "../run-folder.ts";
import { contractOf } from "../testing/contracts.ts";
import { begin, end, exchange, finding, resultOf, runOf } from "../testing/runs.ts";
import { mergeRuns } from "./merge.ts";

const outcomeOf = (run: RunRecord, id: string) => resultOf(run, id)?.outcome;
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
    const [evidence] = resultOf(merged, "DICT-2")?.evidence ?? [];
    const shown = merged.entries.find((entry) => entry.kind === "exchange" && entry.id === evidence?.exchange);
    expect(shown).toMatchObject({ response: { body: "{}" } });
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

describe("contracts of joined runs", () => {
  const judged = (outcome: "pass" | "fail", against?: "specification"): RunRecord => {
    const result = contractOf(outcome, against ? { against } : {});
    return runOf(exchange("e-1"), { kind: "judged", ids: ["DICT-1"] }, { kind: "contract", result });
  };

  test("fail where one of them fails, in whichever order", () => {
    for (const runs of [
      [judged("pass"), judged("fail")],
      [judged("fail"), judged("pass")],
    ])
      expect(mergeRuns(runs).results).toMatchObject({ verdict: "fail", contracts: [{ outcome: "fail" }] });
  });

  test("are distinguished by what they were checked against", () => {
    const { contracts, verdict } = mergeRuns([judged("fail"), judged("pass", "specification")]).results;
    expect([contracts?.length, verdict]).toEqual([2, "fail"]);
  });
});

test("a failure that one of the runs does not tolerate is a failure", () => {
  const known = [{ id: "DICT-2", reason: "agreed", until: "2030-01-01", kind: "fails" as const }];
  const failing = [exchange("e-1"), { kind: "judged", ids: ["DICT-2"] } as const, finding("DICT-2", "e-1"), end];
  const [strict, tolerant] = [begin(), begin({ known })].map((first) => {
    const entries = [first, ...failing];
    return { entries, results: resultsFrom(entries) };
  });
  if (!strict || !tolerant) throw new Error("two runs");
  expect(mergeRuns([tolerant, tolerant]).results.verdict).not.toBe("fail");
  expect(mergeRuns([strict, tolerant]).results.verdict).toBe("fail");
  expect(mergeRuns([tolerant, strict]).results.verdict).toBe("fail");
});
