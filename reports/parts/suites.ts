import { groupBy } from "../../base/group-by.ts";
import { type AreaResults, areasOf } from "../../record/areas.ts";
import { placesByCause } from "../../record/causes.ts";
import type { RequirementTimes } from "../../record/results/requirement-times.ts";
import type { JudgedCells, Outcome, Results } from "../../record/results.ts";
import { interactionName } from "./interaction-name.ts";

/** One case of a suite: a requirement, or an interaction of a contract. */
export interface SuiteCase {
  name: string;
  outcome: Outcome;
  reason?: string;
  cells?: JudgedCells;
  evidence: readonly { exchange: string; curl?: string }[];
  /** How it came to this, in one line, and what shows it again. */
  brief?: string;
  repro?: string;
  /** The time that it took, in milliseconds. */
  took: number;
}

/** Cases that belong together: those of an area, or of a consumer. */
export interface Suite {
  name: string;
  cases: SuiteCase[];
}

/** Results as test reports know them: a suite for each area and for each consumer of contracts, what to fix first at the top. */
export function suitesOf(results: Results, times: RequirementTimes): Suite[] {
  const { requirements, contracts = [] } = results;
  const places = placesByCause(results);
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? places.size;
  const inOrder = requirements.toSorted((a, b) => placeOf(a) - placeOf(b));
  const firstOf = (area: AreaResults) => Math.min(...area.requirements.map(placeOf));
  const areas = areasOf(inOrder).toSorted((a, b) => firstOf(a) - firstOf(b));
  return [
    ...areas.map((area) => ({
      name: area.title,
      cases: area.requirements.map((result) => ({
        ...result,
        name: `${result.id}: ${result.title}`,
        took: Math.round(times.get(result.id) ?? 0),
      })),
    })),
    ...[...groupBy(contracts, ({ consumer }) => consumer)].map(([consumer, verified]) => ({
      name: `Contract of ${consumer}`,
      cases: verified.map((result) => ({ ...result, name: interactionName(result), took: 0 })),
    })),
  ];
}

/** The details of a case that failed: why, and the requests that show it. */
export const traceOf = ({ reason = "", brief, repro, evidence }: SuiteCase): string =>
  [
    reason,
    brief,
    repro && `sh ${repro}`,
    ...evidence.flatMap(({ exchange, curl = "" }) => [`exchange ${exchange}`, curl]),
  ]
    .filter(Boolean)
    .join("\n");
