import { countOutcomes, verdictWords } from "../record/outcomes.ts";
import type { Results, Verdict } from "../record/results.ts";
import { markup } from "./markup.ts";

const colours: Record<Verdict, string> = { pass: "#2f7d4f", fail: "#b3372f", inconclusive: "#8a6410" };

/** How wide a letter is in the badge's font, about; `textLength` makes the text fit exactly. */
const letter = 6.4;

/** The verdict as a small picture for a README. */
export function badge({ kind, verdict, requirements, complete }: Results): string {
  const { pass, fail, warn } = countOutcomes(requirements);
  const word = verdictWords[kind][verdict] + (complete === false ? " so far" : "");
  const label = kind === "partner" ? "partner" : "API";
  const text = verdict === "inconclusive" ? word : `${word}, ${pass} of ${pass + fail + warn}`;
  const [left, right] = [label, text].map((one) => Math.round(one.length * letter) + 14) as [number, number];
  return `${
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${text}">
<title>${label}: ${text}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#4a4a4a"/><rect x="${left}" width="${right}" height="20" fill="${colours[verdict]}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="7" y="14" textLength="${left - 14}">${label}</text><text x="${left + 7}" y="14" textLength="${right - 14}">${text}</text>
</g></svg>`.text
  }\n`;
}
