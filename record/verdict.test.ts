import { describe, expect, test } from "vitest";
import type { ContractResult } from "./contract-result.ts";
import type { Outcome, RequirementResult, Results, Verdict } from "./results.ts";
import { contractOf } from "./testing/contracts.ts";
import { isJudged, verdictOf, worstVerdict } from "./verdict.ts";

const must = (outcome: Outcome): RequirementResult => ({
  id: "DICT-1",
  level: "must",
  title: "",
  sources: [],
  outcome,
  evidence: [],
});
const should = (outcome: Outcome): RequirementResult => ({ ...must(outcome), level: "should" });
const verified = (outcome: ContractResult["outcome"]): ContractResult => contractOf(outcome);
const checked = (outcome: ContractResult["outcome"]): ContractResult =>
  contractOf(outcome, { against: "specification" });

const verdict = (kind: Results["kind"], requirements: RequirementResult[], ...contracts: ContractResult[]): Verdict =>
  verdictOf({ kind, requirements, contracts });

describe("the verdict of a provider", () => {
  test.each<[Verdict, string, RequirementResult[], ContractResult[]]>([
    ["fail", "a must fails", [must("pass"), must("fail")], []],
    ["pass", "a must passes", [must("pass"), must("untestable"), should("warn")], []],
    ["inconclusive", "no must was judged", [must("untestable"), should("pass")], []],
    ["fail", "a verified contract fails", [must("pass")], [verified("fail")]],
    ["pass", "contracts alone hold", [must("untestable")], [verified("pass"), verified("warn")]],
    ["inconclusive", "no contract could be verified", [must("untestable")], [verified("untestable")]],
    ["pass", "a checked contract fails, but the provider passes", [must("pass")], [checked("fail")]],
    ["fail", "a checked contract fails, and nothing else was judged", [must("untestable")], [checked("fail")]],
    ["pass", "checked contracts are compatible", [must("untestable")], [checked("warn")]],
    [
      "pass",
      "a checked contract fails, but something else was judged",
      [must("untestable"), must("pass")],
      [checked("fail")],
    ],
    ["inconclusive", "contracts were checked, but none could be verified", [], [checked("pass"), verified("warn")]],
  ])("is %s where %s", (expected, _, requirements, contracts) => {
    expect(verdict("provider", requirements, ...contracts)).toBe(expected);
  });
});

describe("the verdict of a partner", () => {
  test.each<[Verdict, string, RequirementResult[]]>([
    ["fail", "a must fails", [must("fail"), must("untestable")]],
    ["pass", "every must passes or does not apply", [must("pass"), must("not-applicable"), should("untestable")]],
    ["inconclusive", "a must was not judged", [must("pass"), must("untestable")]],
    ["inconclusive", "nothing applies", [must("not-applicable")]],
  ])("is %s where %s", (expected, _, requirements) => {
    expect(verdict("partner", requirements)).toBe(expected);
  });
});

describe("where assay itself failed", () => {
  const ourFaults = ["a walk: TypeError"];

  test.each<[Verdict, Results["kind"], RequirementResult[]]>([
    ["inconclusive", "provider", [must("pass")]],
    ["inconclusive", "partner", [must("pass")]],
    ["fail", "provider", [must("fail")]],
    ["inconclusive", "provider", [must("untestable")]],
  ])("the verdict is %s for a %s, whatever else passed", (expected, kind, requirements) => {
    expect(verdictOf({ kind, requirements, ourFaults })).toBe(expected);
  });

  test("once is enough, and never changes nothing", () => {
    expect(verdictOf({ kind: "provider", requirements: [must("pass")], ourFaults: [] })).toBe("pass");
  });
});

test("what passed, failed or warned was judged, and nothing else", () => {
  const outcomes: Outcome[] = ["pass", "fail", "warn", "untestable", "not-applicable"];
  expect(outcomes.filter((outcome) => isJudged({ outcome }))).toEqual(["pass", "fail", "warn"]);
});

test("several verdicts are as good as the worst of them", () => {
  expect(worstVerdict(["pass", "inconclusive", "fail"])).toBe("fail");
  expect(worstVerdict(["pass", "inconclusive"])).toBe("inconclusive");
  expect(worstVerdict(["pass", "pass"])).toBe("pass");
});
