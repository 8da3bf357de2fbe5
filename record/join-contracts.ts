import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../harness/target.ts";
import { identify } from "../specs/identity.ts";
import { binds, loadLedger } from "../specs/ledger.ts";
import type { ContractResult } from "./contract-result.ts";
import { type Results, resultOf, type Verdict, verdictOf } from "./results.ts";

/** Contracts that were verified at a target, and the facts of their verification. */
export interface VerifiedContracts {
  target: Target;
  contracts: ContractResult[];
  requests: number;
  seed: number;
  started: string;
  isComplete: boolean;
}

/** The verdict on contracts at a provider: fail where one fails, pass where one passes, inconclusive otherwise. */
export function verdictOnVerified(contracts: readonly ContractResult[]): Verdict {
  if (contracts.some(({ outcome }) => outcome === "fail")) return "fail";
  return contracts.some(({ outcome }) => outcome === "pass") ? "pass" : "inconclusive";
}

/** The verdict on contracts against the specification: fail where one is not compatible, pass otherwise. */
export const verdictOnChecked = (contracts: readonly ContractResult[]): Verdict =>
  contracts.some(({ outcome }) => outcome === "fail") ? "fail" : "pass";

/** Joins verified contracts to the results in a folder, where those are of a run of the same subject; otherwise they become results of their own. */
export function joinVerified(folder: string, verified: VerifiedContracts): Results {
  const verdict = verdictOnVerified(verified.contracts);
  const earlier = earlierResults(folder);
  const contracts = [...verified.contracts, ...(earlier?.contracts ?? []).filter(isChecked)];
  if (earlier && isOfRun(earlier) && earlier.subject.name === verified.target.name)
    return { ...earlier, verdict: verdict === "fail" ? "fail" : verdictOf(earlier.requirements), contracts };
  const { name, urls } = verified.target;
  const { isComplete, seed, started, requests } = verified;
  return {
    ...contractsAlone(started, verdict, contracts),
    ...(isComplete ? {} : { complete: false }),
    subject: { name, urls },
    seed,
    requests,
  };
}

/** Joins checked contracts to the results of a provider in a folder. The verdict stays: what a consumer relies on is not the provider's fault. */
export function joinChecked(folder: string, checked: ContractResult[], started: string): Results {
  const earlier = earlierResults(folder);
  const verified = (earlier?.contracts ?? []).filter((contract) => !isChecked(contract));
  if (earlier && (isOfRun(earlier) || verified.length > 0)) return { ...earlier, contracts: [...verified, ...checked] };
  return contractsAlone(started, verdictOnChecked(checked), checked);
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
    .map((requirement) => resultOf(requirement, { unjudged: "only contracts were judged; `assay run` judges it" })),
  observations: [],
  contracts,
});

const isChecked = ({ against }: ContractResult): boolean => against === "specification";

/** Whether requirements were judged, and not contracts alone. */
const isOfRun = ({ requirements }: Results): boolean =>
  requirements.some(({ outcome }) => outcome === "pass" || outcome === "fail");

/** The results of a provider in a folder, where there are any. */
function earlierResults(folder: string): Results | undefined {
  try {
    const results = JSON.parse(readFileSync(join(folder, "results.json"), "utf8")) as Results;
    return results.kind === "provider" ? results : undefined;
  } catch {
    return undefined;
  }
}
