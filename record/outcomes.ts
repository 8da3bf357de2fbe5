import type { Outcome, Results, Verdict } from "./results.ts";

/** Every outcome, the gravest first. */
export const outcomes: readonly Outcome[] = ["fail", "warn", "untestable", "pass", "not-applicable"];

/** Outcomes as people say them. */
export const outcomeWords: Record<Outcome, string> = {
  pass: "passed",
  fail: "failed",
  warn: "warned",
  untestable: "untestable",
  "not-applicable": "left open",
};

/** Outcomes as people say them of a provider and of a partner: what a partner does not claim does not apply to it. */
export const outcomeWordsOf = (kind: Results["kind"]): Record<Outcome, string> =>
  kind === "partner" ? { ...outcomeWords, "not-applicable": "not applicable" } : outcomeWords;

/** Verdicts as people say them of a provider and of a partner. */
export const verdictWords: Record<Results["kind"], Record<Verdict, string>> = {
  provider: { pass: "conformant", fail: "not conformant", inconclusive: "inconclusive" },
  partner: { pass: "certified", fail: "not certified", inconclusive: "inconclusive" },
};

/** Verdicts on a partner where a certificate is decided on apart from the run. */
export const runWords: Record<Verdict, string> = { pass: "passed", fail: "failed", inconclusive: "inconclusive" };

/** True if contracts alone were judged. */
export const isOfContracts = ({ contracts = [], judged }: Results): boolean =>
  contracts.length > 0 && judged?.count === 0;

/** Verdicts where contracts alone were judged. */
export const contractWords: Record<Verdict, string> = {
  pass: "all contracts hold",
  fail: "some contracts fail",
  inconclusive: "no contract could be verified",
};

/** True if something does not hold: a must that failed, or a should that warned. */
export const isBroken = ({ outcome }: { outcome: Outcome }): boolean => outcome === "fail" || outcome === "warn";

/** The number of results of each outcome. */
export function countOutcomes(results: readonly { outcome: Outcome }[]): Record<Outcome, number> {
  const counts = { fail: 0, warn: 0, untestable: 0, pass: 0, "not-applicable": 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/** The number of results of each outcome, in words, without those that nothing has: "2 failed, 3 passed". */
export function outcomeCounts(results: readonly { outcome: Outcome }[], words = outcomeWords): string {
  const counts = countOutcomes(results);
  return outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${words[outcome]}`)
    .join(", ");
}
