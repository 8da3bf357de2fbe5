import { resetPath } from "../../harness/control/control-calls.ts";
import type { Entry } from "../journal.ts";

/** The number of entries that are remembered besides those that show a finding, and how many of those that led to one. */
const remembered = 50_000;
const maxOfStory = 5_000;

/** Kinds of entries of which a run makes as many as it sends requests. */
const frequent: ReadonlySet<Entry["kind"]> = new Set([
  "exchange",
  "arrival",
  "control",
  "answer",
  "moment",
  "judged",
  "case",
  "step",
] as const);

/**
 * The entries of a run in memory, however long it is: once there are very many, those of long ago that show nothing are counted and forgotten,
 * while the file keeps them. Whatever a finding rests on stays.
 */
export class BoundedEntries {
  #entries: Entry[] = [];
  readonly #most: number;
  readonly #stored = new Set<Entry>();
  readonly #judged = new Set<string>();
  readonly #seen = new Set<string>();
  #frequent = 0;

  constructor(most = remembered) {
    this.#most = most;
  }

  get all(): readonly Entry[] {
    return this.#entries;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    if (entry.kind === "judged") this.#keepFirst(entry);
    if (entry.kind === "finding") this.#keepStory(entry);
    if (frequent.has(entry.kind)) this.#frequent++;
    if (this.#frequent > 2 * this.#most) this.#forget();
  }

  /** The entry that judged a requirement first says how soon it was decided. */
  #keepFirst(entry: Extract<Entry, { kind: "judged" }>): void {
    if (entry.ids.every((id) => this.#judged.has(id))) return;
    for (const id of entry.ids) this.#judged.add(id);
    this.#stored.add(entry);
  }

  /** Of the first finding of a requirement everything since the last reset is kept, and of others what shows them. */
  #keepStory({ requirement, exchange }: Extract<Entry, { kind: "finding" }>): void {
    const isFirst = !this.#seen.has(requirement);
    this.#seen.add(requirement);
    const least = Math.max(0, this.#entries.length - maxOfStory);
    for (let index = this.#entries.length - 1; index >= least; index--) {
      const entry = this.#entries[index] as Entry;
      const isShown = (entry.kind === "exchange" || entry.kind === "arrival") && entry.id === exchange;
      if (isFirst || isShown) this.#stored.add(entry);
      if (isFirst ? entry.kind === "control" && entry.path === resetPath : isShown) return;
    }
  }

  /** Forgets the older half of what is frequent and was not kept; what is forgotten is counted in its place. */
  #forget(): void {
    const isLoose = (entry: Entry): boolean => frequent.has(entry.kind) && !this.#stored.has(entry);
    let left = this.#entries.filter(isLoose).length - this.#most;
    const next: Entry[] = [];
    let counts: Record<string, number> = {};
    const reportCounts = (): void => {
      if (Object.keys(counts).length > 0) next.push({ kind: "forgotten", operations: counts });
      counts = {};
    };
    for (const entry of this.#entries) {
      if (left > 0 && isLoose(entry)) {
        left--;
        if (entry.kind === "exchange") counts[entry.operation] = (counts[entry.operation] ?? 0) + 1;
      } else {
        if (entry.kind !== "forgotten") reportCounts();
        if (entry.kind === "forgotten") addTo(counts, entry.operations);
        else next.push(entry);
      }
    }
    reportCounts();
    this.#entries = next;
    this.#frequent = this.#most;
  }
}

function addTo(counts: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
}
