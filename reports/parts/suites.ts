import { groupBy } from "../../base/group-by.ts";
import { areasOf } from "../../record/areas.ts";
import type { RequirementTimes } from "../../record/requirement-times.ts";
import type { Outcome, Results } from "../../record/results.ts";
import { interactionName } from "./interaction-name.ts";

/** One case of a suite: a requirement, or an interaction of a contract. */
export interface SuiteCase {
  name: string;
  outcome: Outcome;
  reason?: string;
  evidence: readonly { exchange: string; curl?: string }[];
  /** How long it took, in milliseconds. */
  took: number;
}

/** Cases that belong together: those of an area, or of a consumer. */
export interface Suite {
  name: string;
  cases: SuiteCase[];
}

/** Results as test reports know them: a suite for each area and for each consumer of contracts. */
export const suitesOf = ({ requirements, contracts = [] }: Results, times: RequirementTimes): Suite[] => [
  ...areasOf(requirements).map((area) => ({
    name: area.title,
    cases: area.requirements.map((result) => ({
      ...result,
      name: `${result.id}: ${result.title}`,
      took: Math.round(times.get(result.id) ?? 0),
    })),
  })),
  ...[...groupBy(contracts, ({ consumer }) => consumer)].map(([consumer, results]) => ({
    name: `Contract of ${consumer}`,
    cases: results.map((result) => ({ ...result, name: interactionName(result), took: 0 })),
  })),
];

/** What stands with a case that failed: why, and the requests that show it. */
export const traceOf = ({ reason = "", evidence }: SuiteCase): string =>
  [reason, ...evidence.flatMap(({ exchange, curl = "" }) => [`exchange ${exchange}`, curl])].filter(Boolean).join("\n");
