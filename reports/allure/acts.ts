import type { Entry, RecordedExchange, RecordedFinding } from "../../record/journal.ts";

/** One proof as a journal tells it: what it asked, what it found, and why it did not come to its end. */
export interface ActedProof {
  title: string;
  ids: readonly string[];
  exchanges: RecordedExchange[];
  findings: RecordedFinding[];
  lacking?: string;
  isOurFault?: true;
}

/** The proofs of a journal, each once, in their order; what was written down between two proofs belongs to the first. */
export function actsOf(entries: readonly Entry[]): ActedProof[] {
  const acts: ActedProof[] = [];
  let current: ActedProof | undefined;
  for (const entry of entries) {
    if (entry.kind === "run") interrupt(current, acts);
    if (entry.kind === "run" || entry.kind === "end") current = undefined;
    if (entry.kind === "proof") {
      current = { title: entry.title, ids: entry.ids, exchanges: [], findings: [] };
      acts.push(current);
    } else if (entry.kind === "exchange") current?.exchanges.push(entry);
    else if (entry.kind === "finding") {
      if (current?.ids.includes(entry.requirement)) current.findings.push(entry);
    } else if (entry.kind === "untestable") {
      if (current && current.title === entry.title)
        Object.assign(current, { lacking: entry.why, ...(entry.isOurFault ? { isOurFault: true } : {}) });
      else
        acts.push({
          title: entry.title ?? entry.ids.join(" "),
          ids: entry.ids,
          exchanges: [],
          findings: [],
          lacking: entry.why,
        });
    }
  }
  interrupt(current, acts);
  return joined(acts);
}

/** Each proof once, however many runs acted it: what one of them saw was seen, and one that came to its end is enough. */
function joined(acts: readonly ActedProof[]): ActedProof[] {
  const known = new Map<string, ActedProof>();
  for (const act of acts) {
    const name = `${act.ids.join(" ")}: ${act.title}`;
    const earlier = known.get(name);
    if (!earlier) known.set(name, act);
    else {
      const { lacking: _, isOurFault: __, ...ended } = earlier;
      known.set(name, {
        ...(act.lacking === undefined ? ended : earlier),
        exchanges: [...earlier.exchanges, ...act.exchanges],
        findings: [...earlier.findings, ...act.findings],
      });
    }
  }
  return [...known.values()];
}

/** A proof that was under way when its run was killed says so. */
function interrupt(current: ActedProof | undefined, acts: readonly ActedProof[]): void {
  if (current && current === acts.at(-1)) current.lacking ??= "the run ended before this proof did";
}
