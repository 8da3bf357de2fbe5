import type { CellId } from "../../specs/cells.ts";
import type { Clause, Fact } from "../model/clause.ts";

type Record = (clauses: readonly Clause[]) => void;

/** Cells that hold, and count once something else is seen to work: a refusal shows nothing where the right request is refused too. */
export class Withheld {
  /** The cells that were judged in this run. */
  readonly cells = new Set<CellId>();
  readonly #facts: ReadonlySet<Fact>;
  readonly #waiting = new Map<Fact, { clause: Clause; record: Record }[]>();

  constructor(facts: ReadonlySet<Fact>) {
    this.#facts = facts;
  }

  /** Records clauses, but for those that hold and wait for something to be seen. */
  record(clauses: readonly Clause[], record: Record): void {
    const waits = ({ holds, provided }: Clause) => holds && provided !== undefined && !this.#facts.has(provided);
    this.#record(
      clauses.filter((clause) => !waits(clause)),
      record,
    );
    for (const clause of clauses.filter(waits)) {
      const fact = clause.provided as Fact;
      const waiting = this.#waiting.get(fact) ?? [];
      if (!waiting.some((other) => other.clause.cell === clause.cell))
        this.#waiting.set(fact, [...waiting, { clause, record }]);
    }
  }

  /** Records what waited for something that was seen to work by now. */
  release(): void {
    for (const [fact, waiting] of this.#waiting) {
      if (!this.#facts.has(fact)) continue;
      this.#waiting.delete(fact);
      for (const { clause, record } of waiting) this.#record([clause], record);
    }
  }

  #record(clauses: readonly Clause[], record: Record): void {
    for (const { cell } of clauses) this.cells.add(cell);
    record(clauses);
  }
}
