import { UsageError } from "../../base/errors.ts";
import { counted, inSentence } from "../../base/text/wording.ts";
import { digestOf } from "../../specs/digest.ts";
import { demandsOf, freezeSet, loadRequirementSets, type RequirementSet } from "../../specs/ledger/requirement-sets.ts";
import { isScored, type Requirement } from "../../specs/ledger.ts";
import { isBroken } from "../outcomes.ts";
import type { RequirementResult, Results } from "../results.ts";

type Kind = Results["kind"];

/** The frozen revision with a name, as far as it says what scores for a subject; a mistake is one line with its fix. */
export function revisionNamed(name: string, kind: Kind, sets = loadRequirementSets()): RequirementSet {
  const known = sets.filter((set) => kind === "partner" || set.provider);
  const found = known.find(({ revision }) => revision === name);
  if (found) return found;
  const names = known.map(({ revision }) => revision);
  throw new UsageError(
    `--revision: no frozen revision ${name} says what scores for a ${kind}; ${names.length > 0 ? `there are ${inSentence(names)}` : "freeze one with `npm run revision -- X.Y.Z`"}`,
  );
}

/** The ledger as it scores under a revision: what that does not demand, or demanded otherwise, is on trial. */
export function ledgerUnder(ledger: readonly Requirement[], set: RequirementSet, kind: Kind): readonly Requirement[] {
  const [then, now] = [demandsOf(set, kind), demandsOf(freezeSet("", ""), kind)];
  const isAlike = (id: string) => then[id] !== undefined && digestOf(then[id]) === digestOf(now[id] ?? {});
  return ledger.map((requirement) =>
    isScored(requirement) && !isAlike(requirement.id) ? { ...requirement, status: "trial" } : requirement,
  );
}

/** The requirements between a subject and its conformance to a revision: those that fail or were not judged. */
export const toGo = (requirements: readonly RequirementResult[], set: RequirementSet, kind: Kind): string[] =>
  requirements.flatMap((result) => {
    const isOpen = result.outcome === "untestable" || result.outcome === "fail" || isBroken(result);
    return isOpen && result.known === undefined && demandsOf(set, kind)[result.id] ? [result.id] : [];
  });

/** How near a subject is to the revision that is shown beside the one that scores: "ready for 1.1.0: 3 clauses to go". */
export function revisionLines({ revisions }: Results): string[] {
  if (!revisions) return [];
  const { scored, shown } = revisions;
  return [
    `judged by revision ${scored}`,
    ...(shown ?? []).map(({ revision, toGo: ids }) =>
      ids.length === 0
        ? `ready for ${revision}: nothing to do`
        : `ready for ${revision}: ${counted(ids.length, "clause")} to go (${ids.join(", ")})`,
    ),
  ];
}

/** Lines about requirements on trial, which are judged and shown, and no part of the verdict; none where nothing is on trial. */
export function trialLines({ requirements }: Results): string[] {
  const tried = requirements.filter(({ status, trial }) => status === "trial" || trial);
  if (tried.length === 0) return [];
  const broken = tried.filter(isBroken).map(({ id }) => id);
  const found = broken.length > 0 ? `${broken.join(", ")} would fail` : "nothing of it would fail";
  return [`on trial, and no part of the verdict: ${counted(tried.length, "requirement")}; ${found}`];
}
