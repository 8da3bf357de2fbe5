import { groupBy } from "../../base/group-by.ts";
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
  const reader = new ProofReader();
  for (const entry of entries) reader.read(entry);
  return joined(reader.end());
}

/** Reads a journal entry by entry. */
class ProofReader {
  readonly #proofs: RecordedProof[] = [];
  /** The proof that is under way. */
  #current: RecordedProof | undefined;

  read(entry: Entry): void {
    if (entry.kind === "run") this.#kill();
    if (entry.kind === "run" || entry.kind === "end") this.#current = undefined;
    if (entry.kind === "proof") this.#current = this.#add(entry);
    if (entry.kind === "skipped") this.#add(entry).unfinished = entry.why;
    if (entry.kind === "exchange") this.#current?.exchanges.push(entry);
    if (entry.kind === "finding" && this.#current?.ids.includes(entry.requirement)) this.#current.findings.push(entry);
    if (entry.kind === "untestable") this.#breakOff(entry);
  }

  end(): RecordedProof[] {
    this.#kill();
    return this.#proofs;
  }

  #add({ title, ids }: { title: string; ids: readonly string[] }): RecordedProof {
    const proof = { title, ids, exchanges: [], findings: [] };
    this.#proofs.push(proof);
    return proof;
  }

  #breakOff({ title, ids, why, isOurFault }: Extract<Entry, { kind: "untestable" }>): void {
    if (!this.#current || this.#current.title !== title) {
      this.#add({ title: title ?? ids.join(" "), ids }).unfinished = why;
      return;
    }
    this.#current.unfinished = why;
    if (isOurFault) this.#current.isOurFault = true;
  }

  /** A proof that was under way when its run was killed says so. */
  #kill(): void {
    if (this.#current && this.#current === this.#proofs.at(-1))
      this.#current.unfinished ??= "the run ended before this proof did";
  }
}

/** Each proof once, however many runs it was part of. */
const joined = (proofs: readonly RecordedProof[]): RecordedProof[] =>
  [...groupBy(proofs, ({ ids, title }) => `${ids.join(" ")}: ${title}`).values()].map((group) => group.reduce(join));

/** The findings of both runs of a proof; it is finished once one of them finished it. */
function join(a: RecordedProof, b: RecordedProof): RecordedProof {
  const { unfinished: _unfinished, isOurFault: _isOurFault, ...finished } = a;
  return {
    ...(b.unfinished === undefined ? finished : a),
    exchanges: [...a.exchanges, ...b.exchanges],
    findings: [...a.findings, ...b.findings],
  };
}
