import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../harness/target.ts";
import { identify } from "../specs/identity.ts";
import { binds, loadLedger } from "../specs/ledger.ts";
import type { ContractResult } from "./contract-result.ts";
import { type Results, resultOf, type Verdict, verdictOf } from "./results.ts";

/** What verified contracts add to what a run found. */
export interface ContractFacts {
  target: Target;
  contracts: ContractResult[];
  requests: number;
  seed: number;
  started: string;
  isComplete: boolean;
}

/** Fails when an interaction fails; passes when at least one passes; is inconclusive otherwise. */
export function contractVerdict(contracts: readonly ContractResult[]): Verdict {
  if (contracts.some(({ outcome }) => outcome === "fail")) return "fail";
  return contracts.some(({ outcome }) => outcome === "pass") ? "pass" : "inconclusive";
}

/** Fails when an interaction is not compatible, and passes otherwise. */
export const checkVerdict = (contracts: readonly ContractResult[]): Verdict =>
  contracts.some(({ outcome }) => outcome === "fail") ? "fail" : "pass";

/** Joins verified contracts to the results of a run of the same subject in a folder, or else makes results of contracts alone. */
export function withContracts(folder: string, facts: ContractFacts): Results {
  const verdict = contractVerdict(facts.contracts);
  const earlier = earlierResults(folder);
  const contracts = [...facts.contracts, ...(earlier?.contracts ?? []).filter(isChecked)];
  if (earlier && isOfRun(earlier) && earlier.subject.name === facts.target.name)
    return { ...earlier, verdict: verdict === "fail" ? "fail" : verdictOf(earlier.requirements), contracts };
  const { name, urls } = facts.target;
  const { isComplete, seed, started, requests } = facts;
  return {
    ...contractsAlone(started, verdict, contracts),
    ...(isComplete ? {} : { complete: false }),
    subject: { name, urls },
    seed,
    requests,
  };
}

/** Joins checked contracts to whatever results of a provider are in a folder, whose verdict they leave alone: what a consumer relies on is not the provider's fault. */
export function withChecked(folder: string, checked: ContractResult[], started: string): Results {
  const earlier = earlierResults(folder);
  const verified = (earlier?.contracts ?? []).filter((one) => !isChecked(one));
  if (earlier && (isOfRun(earlier) || verified.length > 0)) return { ...earlier, contracts: [...verified, ...checked] };
  return contractsAlone(started, checkVerdict(checked), checked);
}

const contractsAlone = (started: string, verdict: Verdict, contracts: ContractResult[]): Results => ({
  format: "assay-results/1",
  kind: "provider",
  verdict,
  subject: { name: "the specification", urls: {} },
  specification: identify(),
  seed: 0,
  depth: "standard",
  started,
  finished: new Date().toISOString(),
  requests: 0,
  requirements: loadLedger()
    .filter((requirement) => binds(requirement, "provider"))
    .map((requirement) => resultOf(requirement, { unjudged: "contracts alone were judged; `assay run` judges it" })),
  observations: [],
  contracts,
});

const isChecked = ({ against }: ContractResult): boolean => against === "specification";

/** Whether requirements were judged, and not contracts alone. */
const isOfRun = ({ requirements }: Results): boolean =>
  requirements.some(({ outcome }) => outcome === "pass" || outcome === "fail");

/** The results of a provider that a folder holds. */
function earlierResults(folder: string): Results | undefined {
  try {
    const results = JSON.parse(readFileSync(join(folder, "results.json"), "utf8")) as Results;
    return results.kind === "provider" ? results : undefined;
  } catch {
    return undefined;
  }
}
