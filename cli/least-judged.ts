import type { Results } from "../record/results.ts";

/** How many requirements must be judged: a number, or a share of those that could be. */
export type LeastJudged = { count: number } | { share: number };

/** Whether a run judged too few requirements, and what to say of it; undefined where it judged enough. */
export function tooFewJudged({ judged }: Pick<Results, "judged">, least: LeastJudged | undefined): string | undefined {
  if (!judged || !least) return undefined;
  const wanted = "count" in least ? least.count : Math.ceil(least.share * judged.of);
  if (judged.count >= wanted) return undefined;
  return `${judged.count} of ${judged.of} requirements were judged, fewer than the ${wanted} of --min-judged`;
}
