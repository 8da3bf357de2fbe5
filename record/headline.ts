import { contractWords, isOfContracts, runWords, verdictWords } from "./outcomes.ts";
import { judgedOf } from "./results/judged.ts";
import { isSelected } from "./results/selected.ts";
import type { Results, Verdict } from "./results.ts";

/** The verdict of a run as terminal, page, badge and summaries word it. */
export interface Headline {
  /** The verdict in words. */
  words: string;
  /** How much was judged: "170 of 176 judged"; empty where the results do not say. */
  judged: string;
  /** The verdict whose colour and sign suit these words. */
  tone: Verdict;
}

/** The share of the applicable musts that must have been judged for a provider to be called conformant. */
const conformantShare = 0.9;

/** The headline of a run. A provider of which too little was judged is not called conformant, nor an application certified by some of its claims. */
export function headlineOf(results: Results): Headline {
  const { kind, verdict, judged, requirements } = results;
  if (isOfContracts(results)) return { words: contractWords[verdict], judged: "", tone: verdict };
  const count = judged ? `${judged.count} of ${judged.of}` : "";
  const scope = requirements.every(isSelected) && !results.selected ? "" : " in the selected requirements";
  // An application with a known failure is not certified.
  const isTolerated = requirements.some(({ known }) => known);
  const isRunAlone = results.certifies === false || (verdict === "pass" && (scope !== "" || isTolerated));
  const said = (kind === "partner" && isRunAlone ? runWords : verdictWords[kind])[verdict];
  const words = said + (verdict === "pass" ? scope : endingWords(results));
  if (kind === "partner" || verdict !== "pass") return { words, judged: count && `${count} judged`, tone: verdict };
  const musts = judgedOf(requirements.filter((result) => result.level === "must" && isSelected(result)));
  if (musts.count < conformantShare * musts.of)
    return {
      words: "no violations found",
      judged: `${count || `${musts.count} of ${musts.of}`} requirements judged`,
      tone: "inconclusive",
    };
  return { words, judged: count && `${count} judged`, tone: verdict };
}

/** Why a run did not come to its end, where it did not. */
function endingWords({ complete, troubles }: Results): string {
  if (complete !== false) return "";
  return troubles ? " (cut short)" : " (interrupted)";
}

/** The headline as one text: "conformant, 170 of 176 judged". */
export function headlineText(results: Results): string {
  const { words, judged } = headlineOf(results);
  return [words, judged].filter(Boolean).join(", ");
}
