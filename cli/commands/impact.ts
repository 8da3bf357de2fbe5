import { UsageError } from "../../base/errors.ts";
import type { BrokerAccess } from "../../contracts/broker/broker.ts";
import { latestPacts } from "../../contracts/broker/broker-pacts.ts";
import { pactFiles } from "../../contracts/pact/pact-sources.ts";
import { compareVersions } from "../../regression/diff/compare.ts";
import { openVersion } from "../../regression/diff/documents/spec-version.ts";
import { resolveOperations } from "../../regression/impact/resolved-operations.ts";
import { holdAllPacts } from "../../regression/impact/threads.ts";
import { type ImpactResults, impactResults } from "../../reports/impact-results.ts";
import { impactText } from "../../reports/impact-text.ts";
import { readBroker } from "../broker-options.ts";
import { exits } from "../exits.ts";

export interface ImpactOptions {
  against: string;
  pacts: string;
  brokerToken?: string;
  provider: string;
  old?: string;
  json?: true;
}

/** Tells which partners a new version of the specification breaks, and by which differences. */
export async function impact(options: ImpactOptions): Promise<number> {
  const results = await impactOf(options);
  process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : impactText(results));
  if (results.verdict === "breaking") return exits.notConformant;
  if (results.unread.length === 0) return exits.fine;
  process.stderr.write("assay: what could not be read may break too; fix it, or remove it\n");
  return exits.couldNotRun;
}

/** Holds every contract against the version that partners rely on and the one that is to come. */
export async function impactOf(options: ImpactOptions): Promise<ImpactResults> {
  const access = brokerOf(options);
  const files = access ? [] : pactFiles(options.pacts, "--pacts");
  const old = openVersion(options.old);
  const fresh = openVersion(options.against, () => old);
  const versions = { old: resolveOperations(old.surfaces), fresh: resolveOperations(fresh.surfaces) };
  const totals = access
    ? await holdAllPacts({ ...versions, access }, await latestPacts(access, options.provider))
    : await holdAllPacts(versions, files);
  if (totals.pacts === 0) throw new UsageError(totals.unread.join("\nassay: "));
  return impactResults(old.path, fresh.path, totals, compareVersions(old, fresh));
}

/** The broker that holds the contracts, where they are in no folder. */
const brokerOf = ({ pacts, brokerToken }: ImpactOptions): BrokerAccess | undefined =>
  /^https?:\/\//.test(pacts)
    ? {
        broker: readBroker(pacts, "--pacts"),
        ...(brokerToken ? { token: brokerToken } : {}),
        option: "--pacts",
        purpose: "read",
      }
    : undefined;
