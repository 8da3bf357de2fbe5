import { isScored } from "../specs/ledger.ts";
import type { ContractResult } from "./contract-result.ts";
import type { Outcome, Results, Verdict } from "./results.ts";

/** Who was judged, and what became of each requirement and contract. */
type Judged = Pick<Results, "kind" | "requirements" | "contracts" | "ourFaults" | "complete">;

/** The verdict of a run: a subject passes only where the run came to its end and assay itself did not fail. */
export function verdictOf(judged: Judged): Verdict {
  const verdict = verdictOnJudged(judged);
  const isWhole = judged.complete !== false && (judged.ourFaults?.length ?? 0) === 0;
  return verdict === "pass" && !isWhole ? "inconclusive" : verdict;
}

/** Results with the verdict that they have now. */
export const withVerdict = (results: Results): Results => ({ ...results, verdict: verdictOf(results) });

function verdictOnJudged({ kind, requirements, contracts = [] }: Judged): Verdict {
  const musts = requirements.filter(isScored).map(({ outcome, trial }) => trial?.outcome ?? outcome);
  if (kind === "partner") return partnerVerdict(musts);
  const verified = contracts.filter((contract) => !isChecked(contract));
  // The provider is not at fault for what a consumer relies on, so contracts that were only checked decide where nothing else was judged.
  const isCheckAlone = contracts.length > 0 && verified.length === 0 && !requirements.some(isJudged);
  return isCheckAlone ? verdictOnChecked(contracts) : decide([...musts, ...verified.map(({ outcome }) => outcome)]);
}

/** The verdict of contracts that were verified against a provider. */
export const verdictOnVerified = (contracts: readonly ContractResult[]): Verdict =>
  decide(contracts.map(({ outcome }) => outcome));

/** The verdict of contracts that were checked against the specification: each is compatible unless it fails. */
export const verdictOnChecked = (contracts: readonly ContractResult[]): Verdict =>
  contracts.some(({ outcome }) => outcome === "fail") ? "fail" : "pass";

/** The verdict of several runs of one partner's application: it is certified if every run says so. */
export const worstVerdict = (verdicts: readonly Verdict[]): Verdict =>
  (["fail", "inconclusive"] as const).find((verdict) => verdicts.includes(verdict)) ?? "pass";

/** True if a contract was checked against the specification alone, and not against a provider. */
export const isChecked = ({ against }: ContractResult): boolean => against === "specification";

/** True if a requirement was found to hold or not to hold. */
export const isJudged = ({ outcome }: { outcome: Outcome }): boolean =>
  outcome === "pass" || outcome === "fail" || outcome === "warn";

/** A partner passes only if nothing that it claims was left unjudged. */
function partnerVerdict(musts: readonly Outcome[]): Verdict {
  const verdict = decide(musts);
  return verdict === "pass" && musts.includes("untestable") ? "inconclusive" : verdict;
}

/** One failure fails; without any, one pass passes. */
function decide(outcomes: readonly Outcome[]): Verdict {
  if (outcomes.includes("fail")) return "fail";
  return outcomes.includes("pass") ? "pass" : "inconclusive";
}
