import type { Entry, RecordedExchange, RecordedFinding } from "../../record/journal.ts";

/** One proof as a journal records it: what it sent, what it found, and why it was not judged to its end. */
export interface RecordedProof {
  title: string;
  ids: readonly string[];
  exchanges: RecordedExchange[];
  findings: RecordedFinding[];
  /** Why it was skipped, or broken off. */
  unfinished?: string;
  isOurFault?: true;
}

/** The proofs of a journal, each once, in their order; entries between two proofs belong to the first. */
export function recordedProofs(entries: readonly Entry[]): RecordedProof[] {
  const proofs: RecordedProof[] = [];
  let current: RecordedProof | undefined;
  for (const entry of entries) {
    if (entry.kind === "run") markKilled(current, proofs);
    if (entry.kind === "run" || entry.kind === "end") current = undefined;
    if (entry.kind === "proof") {
      current = begun(entry);
      proofs.push(current);
    } else if (entry.kind === "exchange") current?.exchanges.push(entry);
    else if (entry.kind === "finding") {
      if (current?.ids.includes(entry.requirement)) current.findings.push(entry);
    } else if (entry.kind === "skipped") proofs.push({ ...begun(entry), unfinished: entry.why });
    else if (entry.kind === "untestable") {
      if (current && current.title === entry.title)
        Object.assign(current, { unfinished: entry.why, ...(entry.isOurFault ? { isOurFault: true } : {}) });
      else
        proofs.push({ ...begun({ title: entry.title ?? entry.ids.join(" "), ids: entry.ids }), unfinished: entry.why });
    }
  }
  markKilled(current, proofs);
  return joined(proofs);
}

const begun = ({ title, ids }: { title: string; ids: readonly string[] }): RecordedProof => ({
  title,
  ids,
  exchanges: [],
  findings: [],
});

/** Each proof once, however many runs it was part of: what any of them found was found, and one that finished it is enough. */
function joined(proofs: readonly RecordedProof[]): RecordedProof[] {
  const known = new Map<string, RecordedProof>();
  for (const proof of proofs) {
    const name = `${proof.ids.join(" ")}: ${proof.title}`;
    const earlier = known.get(name);
    if (!earlier) known.set(name, proof);
    else {
      const { unfinished: _, isOurFault: __, ...finished } = earlier;
      known.set(name, {
        ...(proof.unfinished === undefined ? finished : earlier),
        exchanges: [...earlier.exchanges, ...proof.exchanges],
        findings: [...earlier.findings, ...proof.findings],
      });
    }
  }
  return [...known.values()];
}

/** A proof that was under way when its run was killed says so. */
function markKilled(current: RecordedProof | undefined, proofs: readonly RecordedProof[]): void {
  if (current && current === proofs.at(-1)) current.unfinished ??= "the run ended before this proof did";
}
