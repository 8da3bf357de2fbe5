import type { Entry, Journal } from "../../../record/journal.ts";
import { edge } from "../../model/time-limits.ts";
import type { World } from "./world.ts";

/** Where a target has one world only, others may write while it is read: what is said of that. */
export const movedTopic = "set aside, because it moved while it was read";

/** How often something is read before it counts as moving. */
const mostAttempts = 4;

/** Holds back what a proof finds; what single exchanges show is written at once. */
class HeldFindings implements Journal {
  readonly #journal: Journal;
  #judged: readonly string[] = [];
  readonly held: Entry[] = [];
  readonly found: string[] = [];

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  write(entry: Entry): void {
    const isOfProof =
      (entry.kind === "judged" && entry.by === "proof") ||
      (entry.kind === "finding" && this.#judged.includes(entry.requirement));
    if (entry.kind === "finding" && isOfProof) this.found.push(`${entry.requirement}: ${entry.found}`);
    this.#judged = entry.kind === "judged" && entry.by === "proof" ? entry.ids : [];
    if (isOfProof) this.held.push(entry);
    else this.#journal.write(entry);
  }

  release(): void {
    for (const entry of this.held) this.#journal.write(entry);
  }
}

/**
 * Reads and judges something that others may change meanwhile: nobody is blamed until it was read twice, and was the same.
 * What is done answers in a word what its judgement rests on.
 */
export async function confirmed(world: World, act: (world: World) => Promise<string>): Promise<void> {
  let before: string | undefined;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const journal = new HeldFindings(world.journal);
    const rests = await act(world.writingTo(journal));
    const seen = JSON.stringify([rests, journal.found]);
    if (journal.found.length === 0 && before !== undefined) world.run.noteMoved();
    if (journal.found.length === 0 || seen === before) return journal.release();
    before = seen;
    await world.advanceTo(world.now() + world.run.settling.span + edge);
  }
  world.run.noteMoved();
}
