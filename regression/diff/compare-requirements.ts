import { below, fieldsOf, misfit, type Place } from "../../base/place.ts";
import type { Requirement } from "../../specs/ledger.ts";
import type { Findings } from "./findings.ts";
import type { PlainRule } from "./rules.ts";

type Tell = (rule: PlainRule, says: string, at?: string) => void;
type Ledger = ReadonlyMap<string, Place>;

const strength = { open: 0, should: 1, must: 2 } as const;
const rank = ({ level }: Requirement): number => strength[level];
const provides = ({ binds }: Requirement): boolean => binds !== "partner";
const demands = ({ binds }: Requirement): boolean => binds !== "provider";

/** Compares the ledgers of two versions: what the platform promises, and what it asks of partners. */
export function compareRequirements(old: Ledger, fresh: Ledger, findings: Findings): void {
  for (const id of new Set([...old.keys(), ...fresh.keys()])) {
    const [one, other] = [old.get(id), fresh.get(id)];
    const tell: Tell = (rule, says, at = "") =>
      findings.tell({
        rule,
        about: `The requirement ${id}`,
        says,
        old: one && (below(one, at) ?? one),
        new: other && (below(other, at) ?? other),
      });
    if (one && other) compareRequirement(rowAt(one), rowAt(other), tell);
    else if (one) tellGone(rowAt(one), tell);
    else if (other) tellNew(rowAt(other), tell);
  }
}

function rowAt(place: Place): Requirement {
  const { level, binds, says } = fieldsOf(place);
  if (!(String(level) in strength)) throw misfit(below(place, "level") ?? place, "a level must, should or open");
  if (!["provider", "partner", "both"].includes(String(binds))) {
    throw misfit(below(place, "binds") ?? place, "who is bound: provider, partner or both");
  }
  if (typeof says !== "string") throw misfit(below(place, "says") ?? place, "a sentence");
  return place.node as Requirement;
}

function tellGone(row: Requirement, tell: Tell): void {
  const says = `is gone: ${row.says}`;
  if (row.level === "open") tell("open-requirement-changed", says);
  else if (!provides(row)) tell("partner-requirement-removed", says);
  else tell(row.level === "must" ? "requirement-removed" : "recommendation-removed", says);
}

function tellNew(row: Requirement, tell: Tell): void {
  const says = `is new: ${row.says}`;
  if (row.level === "open") tell("open-requirement-changed", says);
  else if (!demands(row)) tell("requirement-added", says);
  else tell(row.level === "must" ? "partner-requirement-added" : "partner-recommendation-added", says);
}

function compareRequirement(old: Requirement, fresh: Requirement, tell: Tell): void {
  const more = rank(fresh) - rank(old);
  const level = `is ${fresh.level} now, and was ${old.level}`;
  if (more !== 0 && provides(old) && provides(fresh)) {
    tell(more > 0 ? "requirement-strengthened" : "requirement-weakened", level, "level");
  }
  if (more !== 0 && demands(old) && demands(fresh)) {
    tell(more > 0 ? "partner-requirement-strengthened" : "partner-requirement-weakened", level, "level");
  }
  const binds = `binds the ${fresh.binds} now, and before the ${old.binds}`;
  if (fresh.level !== "open" && !demands(old) && demands(fresh)) tell("requirement-binds-partner", binds, "binds");
  if (old.level !== "open" && provides(old) && !provides(fresh))
    tell("requirement-no-longer-binds-provider", binds, "binds");
  if (!provides(old) && provides(fresh)) tell("requirement-binds-provider", binds, "binds");
  if (demands(old) && !demands(fresh)) tell("requirement-no-longer-binds-partner", binds, "binds");
  if (old.says !== fresh.says) tell("requirement-reworded", `says now: ${fresh.says}`, "says");
}
