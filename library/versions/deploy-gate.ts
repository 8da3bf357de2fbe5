import { checkPact } from "../../contracts/check/check-pact.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import { compareVersions } from "../../regression/diff/compare.ts";
import { openVersion } from "../../regression/diff/documents/spec-version.ts";
import { readIgnores, siftDifferences } from "../../regression/diff/ignores.ts";
import { locateVersion, type Reach, type VersionPath } from "../../regression/diff/sources/locate-version.ts";
import type { VersionPolicy } from "../../regression/diff/versions.ts";
import { resolveOperations } from "../../regression/impact/resolved-operations.ts";
import { type DeployResults, deployResults } from "../../reports/versions/deploy-results.ts";
import { diffResults } from "../../reports/versions/diff-results.ts";
import { impactOf } from "./impact.ts";
import { type PactSource, readPartnerPacts } from "./partner-pacts.ts";

/** Which version is to be deployed after which, for whom, and what was approved. */
export interface DeployQuestion {
  against: string;
  /** The version that partners rely on now; the one in this package if left out. */
  old?: string | undefined;
  pacts: PactSource;
  /** The file with the approvals. */
  ignore?: string | undefined;
  versioning: VersionPolicy;
  /** The day on which approvals have to hold, such as `2026-03-01`. */
  today: string;
  reach?: Reach;
}

/** Judges whether a version can be deployed: by its differences, by whom they break, and by the contracts as they are. */
export async function judgeDeployment(
  question: DeployQuestion,
): Promise<{ results: DeployResults; versions: VersionPath[] }> {
  const { against, old: oldText, pacts, ignore, versioning, today, reach } = question;
  const [oldPath, newPath] = [
    oldText === undefined ? undefined : await locateVersion(oldText, reach),
    await locateVersion(against, reach),
  ];
  const old = openVersion(oldPath);
  const fresh = openVersion(newPath, () => old);
  const sifted = siftDifferences(
    compareVersions(old, fresh, versioning),
    ignore === undefined ? [] : readIgnores(ignore),
    today,
  );
  const impact = await impactOf({ against, old: oldText, pacts, ...(reach ? { reach } : {}) });
  const operations = resolveOperations(fresh.surfaces);
  const contracts: ContractResult[] = [];
  // The impact already reports a pact that cannot be read.
  for await (const pact of readPartnerPacts(pacts, () => undefined))
    contracts.push(...checkPact(pact, "warn", operations).filter(({ outcome }) => outcome !== "pass"));
  return {
    results: deployResults(diffResults(old.name, fresh.name, sifted, ignore), impact, contracts),
    versions: [...(oldPath ? [oldPath] : []), newPath],
  };
}
