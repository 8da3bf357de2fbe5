import { UsageError } from "../../base/errors.ts";
import type { BrokerAccess } from "../../contracts/broker/broker.ts";
import { latestPacts } from "../../contracts/broker/broker-pacts.ts";
import { pactFiles } from "../../contracts/pact/pact-sources.ts";
import type { Finding } from "../../regression/diff/findings.ts";
import { operationsIn } from "../../regression/diff/resolve.ts";
import { compareWhole, openVersion } from "../../regression/diff/versions.ts";
import type { BrokenExpectation } from "../../regression/impact/broken.ts";
import { byOperation, causesOf, isShown, templateOf } from "../../regression/impact/causes.ts";
import type { Share } from "../../regression/impact/impact-share.ts";
import { holdAll } from "../../regression/impact/impact-threads.ts";
import { brief } from "../../reports/diff-results.ts";
import type { BrokenRow, ImpactResults } from "../../reports/impact-results.ts";
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
  process.stderr.write("assay: what could not be read may break too; mend it, or remove it\n");
  return exits.couldNotRun;
}

/** Holds every contract against the version that partners rely on and the one that is to come. */
export async function impactOf(options: ImpactOptions): Promise<ImpactResults> {
  const access = brokerOf(options);
  const files = access ? [] : pactFiles(options.pacts, "--pacts");
  const old = openVersion(options.old);
  const fresh = openVersion(options.against, () => old);
  const findings = compareWhole(old, fresh);
  const versions = { old: operationsIn(old.surfaces), fresh: operationsIn(fresh.surfaces) };
  const share = access
    ? await holdAll({ ...versions, access }, await latestPacts(access, options.provider))
    : await holdAll(versions, files);
  if (share.pacts === 0) throw new UsageError(share.unread.join("\nassay: "));
  return { ...told(share, findings), old: old.path, new: fresh.path };
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

function told(share: Share, findings: Finding[]): Omit<ImpactResults, "old" | "new"> {
  const known = byOperation(findings);
  const used = new Set<Finding>();
  const row = (expectation: BrokenExpectation): BrokenRow => {
    const causes = causesOf(expectation, known);
    for (const cause of causes) used.add(cause);
    const { isCertain, ...rest } = expectation;
    return {
      ...rest,
      outcome: isCertain ? "breaks" : "may break",
      causes: causes.map(({ level: _level, operations: _operations, ...cause }) => cause),
    };
  };
  const broken = share.broken.toSorted(byPartner).map(row);
  const certain = broken.filter(({ outcome }) => outcome === "breaks");
  const users = new Map([...share.users].map(([operation, names]) => [templateOf(operation), names]));
  const unused = findings
    .filter((finding) => finding.level === "breaking" && !used.has(finding))
    .map((finding) => {
      const partners = partnersOf(finding, users);
      const isTold = finding.operations.length > 0 && (partners === 0 || isShown(finding));
      return brief(isTold ? { ...finding, partners } : finding);
    });
  return {
    format: "assay-impact/1",
    verdict: certain.length > 0 ? "breaking" : "compatible",
    counts: {
      pacts: share.pacts,
      partners: share.partners.size,
      interactions: share.interactions,
      broken: certain.length,
      may_break: broken.length - certain.length,
      broken_partners: new Set(certain.map(({ partner }) => partner)).size,
      already_broken: share.alreadyBroken,
      unread: share.unread.length,
    },
    broken,
    unused,
    unread: share.unread.toSorted(),
  };
}

const partnersOf = ({ operations }: Finding, users: ReadonlyMap<string, Set<string>>): number =>
  new Set(operations.flatMap((one) => [...(users.get(templateOf(one)) ?? [])])).size;

/** In one order, whichever thread was first. */
const byPartner = (one: BrokenExpectation, other: BrokenExpectation): number =>
  compare(one.partner, other.partner) || compare(one.pact, other.pact);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
