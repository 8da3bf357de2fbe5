import type { Entry, Journal } from "../../../record/journal.ts";

/**
 * Holds back what a proof sees hold until the proof has come to its end: a refusal, say, shows something only where the right request
 * is served afterwards. What does not hold, and what the rules see, is written at once.
 */
export class TentativeJournal implements Journal {
  readonly #journal: Journal;
  readonly #held = new Set<string>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  write(entry: Entry): void {
    if (entry.kind === "judged" && entry.by === "proof") for (const id of entry.ids) this.#held.add(id);
    else this.#journal.write(entry);
  }

  /** Writes down what was held back. */
  confirm(): void {
    if (this.#held.size > 0) this.#journal.write({ kind: "judged", ids: [...this.#held] });
  }
}
