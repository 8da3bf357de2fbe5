import { days } from "../../base/durations.ts";

/** A point that the specification leaves open, and that a subject decides once: the first response that decides it binds it, and later ones must agree. */
export class Constant<T> {
  #value: T | undefined;

  get value(): T | undefined {
    return this.#value;
  }

  /** Binds the constant, unless it is bound; returns whether a value agrees with it. */
  agrees(value: T): boolean {
    this.#value ??= value;
    return this.#value === value;
  }
}

/** The constants of a subject; they hold for a whole run, whichever worlds it opens. */
export class Constants {
  /** The number of the first page of each v1 list. */
  readonly firstPages = new Map<string, Constant<number>>();
  /** How many minutes the times without an offset are ahead of UTC, by the half of the year: clocks may change between them. */
  readonly zones = new Map<string, Constant<number>>();

  /** Whether a page beyond the last one of each v1 list is empty, or repeats another. */
  readonly #lastPages = new Map<string, Constant<"empty" | "repeated">>();
  /** The largest page that each v1 list has given. */
  readonly largestPages = new Map<string, number>();
  /** The v1 lists that refuse pages larger than every provider serves. */
  readonly smallPages = new Set<string>();
  /** Whether `total_count` counts the clients that match, or all. */
  readonly totalCount = new Constant<"matching" | "all">();
  readonly callRanges = new ServedRanges(days(31));

  firstPage(operation: string): Constant<number> {
    return bound(this.firstPages, operation);
  }

  beyondLast(operation: string): Constant<"empty" | "repeated"> {
    return bound(this.#lastPages, operation);
  }

  /** The zone of a moment: the same within a month, since clocks change twice a year. */
  zone(moment: number): Constant<number> {
    return bound(this.zones, new Date(moment).toISOString().slice(0, 7));
  }
}

/** Which ranges of days are served: how long one may be is open, but what was served once is served again, unless a shorter one is refused. */
export class ServedRanges {
  readonly #described: number;
  #longest = 0;

  /** Ranges up to a length are served in any case. */
  constructor(described: number) {
    this.#described = described;
  }

  isServed(from: number, to: number): boolean {
    return to >= from && to - from <= Math.max(this.#described, this.#longest);
  }

  /** Notes whether a range was served. */
  learn(from: number, to: number, isServed: boolean): void {
    if (isServed) this.#longest = Math.max(this.#longest, to - from);
  }
}

function bound<T>(constants: Map<string, Constant<T>>, name: string): Constant<T> {
  const known = constants.get(name) ?? new Constant<T>();
  constants.set(name, known);
  return known;
}
