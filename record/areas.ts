import { groupBy } from "../base/group-by.ts";
import { areaOf, areaTitle } from "../specs/ledger/areas.ts";
import type { RequirementResult } from "./results.ts";

/** The results of one area's requirements. */
export interface AreaResults {
  title: string;
  requirements: readonly RequirementResult[];
}

/** Results by area, in the order of the areas' titles. */
export const areasOf = (results: readonly RequirementResult[]): AreaResults[] =>
  [...groupBy(results, ({ id }) => areaOf(id))]
    .map(([area, requirements]) => ({ title: areaTitle(area), requirements }))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));
