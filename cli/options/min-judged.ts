import type { JudgedCount, Results } from "../../record/results.ts";

/** How much must be judged: a number, or a share of what could be. */
export type MinJudged = { count: number } | { share: number };

/** The least that a run must judge, of requirements and of cells. */
export interface JudgedMinima {
  minJudged?: MinJudged | undefined;
  minCells?: MinJudged | undefined;
}

/** The sentence for a run that judged too little; undefined where it judged enough. */
export function tooFewJudged(
  { judged, cells }: Pick<Results, "judged" | "cells">,
  { minJudged, minCells }: JudgedMinima,
): string | undefined {
  const ofCells = cells && { count: cells.judged, of: cells.of };
  return (
    shortfall("requirements", judged, minJudged, "--min-judged") ?? shortfall("cells", ofCells, minCells, "--min-cells")
  );
}

function shortfall(
  what: string,
  judged: JudgedCount | undefined,
  least: MinJudged | undefined,
  option: string,
): string | undefined {
  if (!judged || !least) return undefined;
  const wanted = "count" in least ? least.count : Math.ceil(least.share * judged.of);
  if (judged.count >= wanted) return undefined;
  return `${judged.count} of ${judged.of} ${what} were judged, fewer than the ${wanted} of ${option}`;
}
