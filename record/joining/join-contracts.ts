import { beginRecord } from "../begin-record.ts";
import type { ContractResult } from "../contract-result.ts";
import type { RunFacts } from "../journal.ts";
import { type Results, readResults } from "../results.ts";
import { isChecked, isJudged, verdictOnChecked, withVerdict } from "../verdict.ts";

/** Contracts that were verified at a target, and the facts of their verification. */
export interface VerifiedContracts {
  target: Results["subject"];
  contracts: ContractResult[];
  requests: number;
  seed: number;
  started: string;
  isComplete: boolean;
}

/** Joins verified contracts to the results in a folder, where those are of a run of the same subject; otherwise they become results of their own. */
export function joinVerified(folder: string, verified: VerifiedContracts): Results {
  const { target, requests, seed, started, isComplete } = verified;
  const earlier = earlierResults(folder);
  const contracts = [...verified.contracts, ...(earlier?.contracts ?? []).filter(isChecked)];
  if (earlier?.requirements.some(isJudged) && earlier.subject.name === target.name)
    return withVerdict({ ...earlier, contracts, ...(isComplete ? {} : { complete: false }) });
  return { ...contractsAlone(target, { seed, started }, contracts, isComplete), requests };
}

/** Joins checked contracts to the results of a provider in a folder; they leave its verdict alone. */
export function joinChecked(folder: string, checked: ContractResult[], started: string): Results {
  const earlier = earlierResults(folder);
  const verified = (earlier?.contracts ?? []).filter((contract) => !isChecked(contract));
  if (earlier && (earlier.requirements.some(isJudged) || verified.length > 0))
    return { ...earlier, contracts: [...verified, ...checked] };
  const results = contractsAlone({ name: "the specification", urls: {} }, { seed: 0, started }, checked, true);
  return { ...results, verdict: verdictOnChecked(checked) };
}

/** The results of a run in which nothing but contracts was judged. */
function contractsAlone(
  { name, urls }: Results["subject"],
  facts: Pick<RunFacts, "seed" | "started">,
  contracts: ContractResult[],
  isComplete: boolean,
): Results {
  const record = beginRecord({ name, depth: "standard", ...facts });
  record.write({ kind: "target", name, urls });
  for (const result of contracts) record.write({ kind: "contract", result });
  return { ...record.end(isComplete).results, contracts };
}

/** The results of a provider in a folder, where there are any; what cannot be read is written anew. */
function earlierResults(folder: string): Results | undefined {
  try {
    const results = readResults(folder);
    return results?.kind === "provider" ? results : undefined;
  } catch {
    return undefined;
  }
}
