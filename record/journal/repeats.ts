import { type CellId, cellId } from "../../specs/cells.ts";
import { type Entry, entriesOf, type RecordedFinding, type Repeated } from "../journal.ts";

const cellOf = ({ requirement, cell = "" }: RecordedFinding): CellId => cellId(requirement, cell);

/** Counts what was found before instead of recording it anew, while proofs that failed are repeated. */
export class Repeats {
  readonly #found = new Set<CellId>();
  #slug = "";
  /** The cells that the proof that is being repeated has found broken again, and those that it is the first to find broken. */
  #again: Set<CellId> | undefined;
  readonly #new = new Set<CellId>();

  /** Returns what to record for an entry. */
  take(entry: Entry): Entry[] {
    if (entry.kind === "proof" || entry.kind === "end") {
      const ended = this.#end();
      if (entry.kind === "proof") this.#begin(entry);
      return [...ended, entry];
    }
    if (entry.kind === "again") this.#again = undefined;
    // A repetition that cannot be judged shows nothing.
    if (entry.kind === "untestable" && this.#again) {
      this.#again = undefined;
      return [];
    }
    return entry.kind === "finding" && this.#isCounted(entry) ? [] : [entry];
  }

  #begin({ slug = "", again }: Extract<Entry, { kind: "proof" }>): void {
    this.#slug = slug;
    this.#again = again === undefined ? undefined : new Set();
    this.#new.clear();
  }

  #end(): Entry[] {
    const again = this.#again;
    this.#again = undefined;
    return again ? [{ kind: "again", slug: this.#slug, failed: [...again] }] : [];
  }

  #isCounted(finding: RecordedFinding): boolean {
    const cell = cellOf(finding);
    if (this.#again && this.#found.has(cell) && !this.#new.has(cell)) {
      this.#again.add(cell);
      return true;
    }
    if (this.#again) this.#new.add(cell);
    this.#found.add(cell);
    return false;
  }
}

/** A proof that found something broken, and the number of requests that it took. */
export interface FailedProof {
  slug: string;
  requests: number;
}

/** A proof with the cells that it found broken. */
type ProofCells = FailedProof & { cells: Set<CellId> };

/** The requests of each proof that has a slug, and the cells that it found broken. */
function foundByProof(entries: readonly Entry[]): Map<string, ProofCells> {
  const proofs = new Map<string, ProofCells>();
  let current: ProofCells | undefined;
  for (const entry of entries) {
    if (entry.kind === "proof") {
      const { slug = "" } = entry;
      current = proofs.get(slug) ?? { slug, requests: 0, cells: new Set() };
      proofs.set(slug, current);
    }
    if (entry.kind === "exchange" && current) current.requests++;
    if (entry.kind === "finding") current?.cells.add(cellOf(entry));
  }
  proofs.delete("");
  return proofs;
}

/** The proofs that found something broken, those of fewest requests first. */
export const failedProofs = (entries: readonly Entry[]): FailedProof[] =>
  [...foundByProof(entries).values()].filter(({ cells }) => cells.size > 0).toSorted((a, b) => a.requests - b.requests);

/** How often what a finding shows failed when the proofs that found it were repeated alone; undefined where none was. */
export function repeatsIn(entries: readonly Entry[]): (finding: RecordedFinding) => Repeated | undefined {
  const plays = entriesOf(entries, "again");
  const found = foundByProof(entries);
  return (finding) => {
    const cell = cellOf(finding);
    const own = plays.filter(({ slug }) => found.get(slug)?.cells.has(cell));
    return own.length === 0
      ? undefined
      : { failed: own.filter(({ failed }) => failed.includes(cell)).length, of: own.length };
  };
}
