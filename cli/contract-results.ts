import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../harness/target.ts";
import { type ContractResult, type Results, resultOf, type Verdict } from "../reports/results.ts";
import { identify } from "../specs/identity.ts";
import { binds, loadLedger } from "../specs/ledger.ts";

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

/** Joins contracts to the results of a run of the same subject in a folder, or else makes results of contracts alone. */
export function withContracts(folder: string, facts: ContractFacts): Results {
  const verdict = contractVerdict(facts.contracts);
  const earlier = earlierResults(folder, facts.target.name);
  if (earlier)
    return { ...earlier, verdict: verdict === "fail" ? "fail" : earlier.verdict, contracts: facts.contracts };
  return {
    format: "assay-results/1",
    kind: "provider",
    verdict,
    ...(facts.isComplete ? {} : { complete: false }),
    subject: { name: facts.target.name, urls: facts.target.urls },
    specification: identify(),
    seed: facts.seed,
    depth: "standard",
    started: facts.started,
    finished: new Date().toISOString(),
    requests: facts.requests,
    requirements: loadLedger()
      .filter((requirement) => binds(requirement, "provider"))
      .map((requirement) =>
        resultOf(requirement, { unjudged: "contracts alone were verified; `assay run` judges it" }),
      ),
    observations: [],
    contracts: facts.contracts,
  };
}

/** The results of a run that judged requirements; those of contracts alone are replaced. */
function earlierResults(folder: string, name: string): Results | undefined {
  try {
    const results = JSON.parse(readFileSync(join(folder, "results.json"), "utf8")) as Results;
    const isOfRun = results.requirements.some(({ outcome }) => outcome === "pass" || outcome === "fail");
    return results.kind === "provider" && results.subject.name === name && isOfRun ? results : undefined;
  } catch {
    return undefined;
  }
}
