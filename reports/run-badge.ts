import { countOutcomes, verdictWords } from "../record/outcomes.ts";
import type { Results, Verdict } from "../record/results.ts";
import { drawBadge } from "./parts/badge.ts";
import { judgedWords } from "./parts/judged-words.ts";

const colours: Record<Verdict, string> = { pass: "#2f7d4f", fail: "#b3372f", inconclusive: "#8a6410" };

/** The badge of a run: its verdict, how many of the judged requirements hold, and how many were judged. */
export function runBadge({ kind, verdict, requirements, complete, judged }: Results): string {
  const { pass, fail, warn } = countOutcomes(requirements);
  const word = verdictWords[kind][verdict] + (complete === false ? " so far" : "");
  const all = judged ? `, ${judgedWords({ judged })}` : "";
  const text = verdict === "inconclusive" ? word : `${word}, ${pass} of ${pass + fail + warn} hold${all}`;
  return drawBadge(kind === "partner" ? "partner" : "API", text, colours[verdict]);
}
