import type { Requirement } from "../../../specs/ledger.ts";
import type { Differences } from "../differences/differences.ts";
import { below, type DocumentPlace, fieldsAt, misfit } from "../documents/place.ts";
import { namesIn, type ReportRow, rowReporter } from "./row-differences.ts";

/** Requirements by their ids. */
export type Requirements = ReadonlyMap<string, DocumentPlace>;

const strengths = { open: 0, should: 1, must: 2 } as const;
const strengthOf = ({ level }: Requirement): number => strengths[level];
const bindsProvider = ({ binds }: Requirement): boolean => binds !== "partner";
const bindsPartner = ({ binds }: Requirement): boolean => binds !== "provider";

/** Compares the ledgers of two versions: what the platform promises, and what it asks of partners. */
export function compareRequirements(old: Requirements, fresh: Requirements, differences: Differences): void {
  for (const id of namesIn(old.keys(), fresh.keys())) {
    const [oldPlace, newPlace] = [old.get(id), fresh.get(id)];
    const report = rowReporter(differences, { about: `The requirement ${id}`, old: oldPlace, new: newPlace });
    if (oldPlace && newPlace) compareRequirement(requirementAt(oldPlace), requirementAt(newPlace), report);
    else if (oldPlace) reportRemoved(requirementAt(oldPlace), report);
    else if (newPlace) reportAdded(requirementAt(newPlace), report);
  }
}

function requirementAt(place: DocumentPlace): Requirement {
  const { level, binds, says } = fieldsAt(place);
  if (!(String(level) in strengths)) throw misfit(below(place, "level") ?? place, "a level must, should or open");
  if (!["provider", "partner", "both"].includes(String(binds))) {
    throw misfit(below(place, "binds") ?? place, "who is bound: provider, partner or both");
  }
  if (typeof says !== "string") throw misfit(below(place, "says") ?? place, "a sentence");
  return place.node as Requirement;
}

function reportRemoved(requirement: Requirement, report: ReportRow): void {
  const says = `is gone: ${requirement.says}`;
  if (requirement.level === "open") report("open-requirement-changed", says);
  else if (!bindsProvider(requirement)) report("partner-requirement-removed", says);
  else report(requirement.level === "must" ? "requirement-removed" : "recommendation-removed", says);
}

function reportAdded(requirement: Requirement, report: ReportRow): void {
  const says = `is new: ${requirement.says}`;
  if (requirement.level === "open") report("open-requirement-changed", says);
  else if (!bindsPartner(requirement)) report("requirement-added", says);
  else report(requirement.level === "must" ? "partner-requirement-added" : "partner-recommendation-added", says);
}

function compareRequirement(old: Requirement, fresh: Requirement, report: ReportRow): void {
  const increase = strengthOf(fresh) - strengthOf(old);
  const level = `is now ${fresh.level} instead of ${old.level}`;
  if (increase !== 0 && bindsProvider(old) && bindsProvider(fresh))
    report(increase > 0 ? "requirement-strengthened" : "requirement-weakened", level, "level");
  if (increase !== 0 && bindsPartner(old) && bindsPartner(fresh))
    report(increase > 0 ? "partner-requirement-strengthened" : "partner-requirement-weakened", level, "level");
  const binds = `now binds ${bound(fresh)} instead of ${bound(old)}`;
  if (fresh.level !== "open" && !bindsPartner(old) && bindsPartner(fresh))
    report("requirement-binds-partner", binds, "binds");
  if (old.level !== "open" && bindsProvider(old) && !bindsProvider(fresh))
    report("requirement-no-longer-binds-provider", binds, "binds");
  if (!bindsProvider(old) && bindsProvider(fresh)) report("requirement-binds-provider", binds, "binds");
  if (bindsPartner(old) && !bindsPartner(fresh)) report("requirement-no-longer-binds-partner", binds, "binds");
  if (old.says !== fresh.says) report("requirement-reworded", `now says: ${fresh.says}`, "says");
}

const bound = ({ binds }: Requirement): string => (binds === "both" ? "both" : `the ${binds}`);
