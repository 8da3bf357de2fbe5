import { headlineOf } from "../record/headline.ts";
import { countOutcomes } from "../record/outcomes.ts";
import type { Results, Verdict } from "../record/results.ts";
import { drawBadge } from "./parts/badge.ts";

const colours: Record<Verdict, string> = { pass: "#2f7d4f", fail: "#b3372f", inconclusive: "#8a6410" };

/** The badge of a run: its headline and, where it was judged enough, how many of the judged requirements hold. */
export function runBadge(results: Results): string {
  const { pass, fail, warn } = countOutcomes(results.requirements);
  const { words, judged, tone } = headlineOf(results);
  const holding = tone === "inconclusive" ? "" : `${pass} of ${pass + fail + warn} hold`;
  const text = [words, holding, judged].filter(Boolean).join(", ");
  const label = results.kind === "partner" ? "partner" : "API";
  return drawBadge({ label, text, colour: colours[tone], suite: results.suite });
}
