import { UsageError } from "../../base/errors.ts";
import type { BrokerAccess } from "../../contracts/broker/broker.ts";
import { latestPacts } from "../../contracts/broker/broker-pacts.ts";
import { pactFiles } from "../../contracts/pact/pact-sources.ts";
import { compareVersions } from "../../regression/diff/compare.ts";
import { openVersion } from "../../regression/diff/documents/spec-version.ts";
import { locateVersion, type Reach } from "../../regression/diff/sources/locate-version.ts";
import { resolveOperations } from "../../regression/impact/resolved-operations.ts";
import { holdAllPacts } from "../../regression/impact/threads.ts";
import { type ImpactResults, impactResults } from "../../reports/versions/impact-results.ts";

/** Which versions to compare, and whose contracts to check against them. */
export interface ImpactQuestion {
  /** The version to come: an OpenAPI file or a specs folder. */
  against: string;
  /** The version that partners rely on now; the one in this package if left out. */
  old?: string | undefined;
  /** A folder of pact files or one file, or a broker. */
  pacts: string | (BrokerAccess & { provider: string });
  /** Bounds of further reading. */
  reach?: Reach;
}

/** Checks every contract against the version that partners rely on and the one to come. */
export async function impactOf({ against, old: oldPath, pacts, reach }: ImpactQuestion): Promise<ImpactResults> {
  const files = typeof pacts === "string" ? pactFiles(pacts, "--pacts") : [];
  const old = openVersion(oldPath === undefined ? undefined : await locateVersion(oldPath, reach));
  const fresh = openVersion(await locateVersion(against, reach), () => old);
  const versions = { old: resolveOperations(old.surfaces), fresh: resolveOperations(fresh.surfaces) };
  const totals =
    typeof pacts === "string"
      ? await holdAllPacts(versions, files)
      : await holdAllPacts({ ...versions, access: pacts }, await latestPacts(pacts, pacts.provider));
  if (totals.pacts === 0) throw new UsageError(totals.unread.join("\nassay: "));
  return impactResults(old.name, fresh.name, totals, compareVersions(old, fresh));
}
