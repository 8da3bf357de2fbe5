import { UsageError } from "../../../base/errors.ts";
import type { PartnerProfile } from "../../../harness/profiles/partner-profile.ts";
import { certifyPartner } from "../../../library/certify.ts";
import type { RunIds } from "../../../library/platform/run-ids.ts";
import type { Entry } from "../../../record/journal.ts";
import type { Person } from "../../../suites/partner/context.ts";
import { gapFor } from "../../../suites/partner/profile-gaps.ts";
import { addressesIn, refusedAddresses } from "../../partners/profile.ts";
import { whyUnresolved, withinPublicNetworks } from "../../vault/private-networks.ts";
import { type PackedRecord, packRecord } from "./packed-record.ts";
import type { TaskTools } from "./task.ts";

/** The order for a certification. */
export interface CertifyOrder {
  profile: PartnerProfile;
  ids: RunIds;
  portBase: number | undefined;
  /** True if the profile's claims are some of those that the application makes. */
  isPartial: boolean;
  /** The requirement that alone is judged. */
  requirement?: string | undefined;
  /** True if a person asked for it, who can do what the profile leaves to one. */
  hasPerson: boolean;
  allowsPrivate: boolean;
  nameServers?: readonly string[] | undefined;
}

export interface Certified extends PackedRecord {
  /** Locations, of this certification or left by others, that the application no longer takes for linked. */
  unlinked: number[];
}

/** Certifies a partner's application with the code of `assay certify`, unless this machine could not reach it whatever it is like. */
export async function certify(
  { profile, ids, portBase, isPartial, requirement, hasPerson, allowsPrivate, nameServers }: CertifyOrder,
  { signal, report }: TaskTools,
): Promise<Certified | { whyNot: string }> {
  // At night a name that leads nowhere, or where it may not, is an application that cannot be reached: its people must not keep it from being judged.
  const [refused] = await refusedAddresses({ allowsPrivate }, profile, hasPerson);
  if (refused) throw new UsageError(`${refused.path.join(".")}: ${refused.what}`);
  // By day, anyone who asked learns of a name that leads nowhere.
  const whyNot = hasPerson ? undefined : await whyUnresolved(Object.values(addressesIn(profile)), nameServers);
  if (whyNot) return { whyNot };
  const unlinked: number[] = [];
  const judge = () =>
    certifyPartner(profile, {
      ids,
      onUnlinked: (locations) => unlinked.push(...locations),
      signal,
      portBase,
      isPartial,
      requirement,
      judgesUnreached: !hasPerson,
      person: hasPerson && needsPerson(profile) ? personWith(report) : undefined,
      onScenario: (title, place) => report({ kind: "scenario", title, ...place }),
      onEntry: (entry) => reportEntry(report, entry),
      onAnswer: ({ method, url, status }) =>
        report({ kind: "request", method, path: pathOf(url), status: status ?? 0 }),
    });
  return { ...packRecord(await withinPublicNetworks({ allowsPrivate }, judge)), unlinked };
}

const pathOf = (url: string): string => url.split("?", 1)[0]?.slice(0, 200) ?? "";

const needsPerson = (profile: PartnerProfile): boolean =>
  profile.claims.some((claim) => gapFor(claim, profile, false) !== undefined && !gapFor(claim, profile, true));

/** A person at a browser, who sees what to do and how much time is left for it. */
const personWith = (report: TaskTools["report"]): Person => ({
  instruct(task, seconds) {
    report({ kind: "task", task, until: new Date(Date.now() + seconds * 1000).toISOString() });
    return { done: () => report({ kind: "task-done", task }) };
  },
});

function reportEntry(report: TaskTools["report"], entry: Entry): void {
  if (entry.kind === "judged")
    for (const requirement of entry.ids) report({ kind: "judged", requirement, holds: true });
  if (entry.kind === "finding")
    report({ kind: "judged", requirement: entry.requirement, holds: false, found: entry.found.slice(0, 300) });
}
