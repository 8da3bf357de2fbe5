import { groupBy } from "../base/group-by.ts";
import { type Entry, type Example, entriesOf, type RecordedFinding } from "./journal.ts";
import { isBroken } from "./outcomes.ts";
import type { RequirementResult } from "./results.ts";
import type { RunRecord } from "./run-folder.ts";

/** A requirement that a run found broken, with the proof that found it first and the generated case that broke it. */
export interface BrokenRequirement {
  requirement: RequirementResult;
  /** The slug of the proof, or its title in a journal of an earlier version; left out where the journal does not say. */
  proof?: string;
  example?: Example;
}

/** The requirements that a run found broken. */
export function failuresOf({ results, entries }: RunRecord): BrokenRequirement[] {
  const proofs = proofsByFinding(entries);
  const findings = groupBy(entriesOf(entries, "finding"), ({ requirement }) => requirement);
  return results.requirements.filter(isBroken).map((requirement) => {
    const first = findings.get(requirement.id)?.[0];
    const proof = first && proofs.get(first);
    return { requirement, ...(proof ? { proof } : {}), ...(first?.example ? { example: first.example } : {}) };
  });
}

/** The proof that made each finding. */
function proofsByFinding(entries: readonly Entry[]): Map<RecordedFinding, string> {
  const proofs = new Map<RecordedFinding, string>();
  let proof: string | undefined;
  for (const entry of entries) {
    if (entry.kind === "proof") proof = entry.slug ?? entry.title;
    if (entry.kind === "finding" && proof !== undefined) proofs.set(entry, proof);
  }
  return proofs;
}
