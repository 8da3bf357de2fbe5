import { isOneZone, type ShownOffset } from "../../base/formats/time-zones.ts";
import { Zones } from "./lists/possible-times.ts";

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
  /** The zone of times without an offset, by Location: it may be that of the Location. */
  readonly #zones = new Map<number, Zone>();
  /** The page beyond the last one of each v1 list: empty, or another one repeated. */
  readonly #lastPages = new Map<string, Constant<"empty" | "repeated">>();
  /** The zones in which filters by time may be meant. */
  readonly zones = new Zones();
  /** The largest page that each v1 list has given. */
  readonly largestPages = new Map<string, number>();
  /** The v1 lists that refuse pages larger than every provider serves. */
  readonly smallPages = new Set<string>();
  /** The clients that `total_count` counts: those that match, or all. */
  readonly totalCount = new Constant<"matching" | "all">();
  readonly callRanges = new ServedRanges();

  zoneAt(location: number): Zone {
    const known = this.#zones.get(location) ?? new Zone();
    this.#zones.set(location, known);
    return known;
  }

  firstPage(operation: string): Constant<number> {
    return bound(this.firstPages, operation);
  }

  beyondLast(operation: string): Constant<"empty" | "repeated"> {
    return bound(this.#lastPages, operation);
  }
}

/** The time zone of texts, by the offsets that its texts show: clocks may change twice a year, and then all of them. */
export class Zone {
  /** The first value of each month. */
  readonly #shown = new Map<string, ShownOffset>();

  /** The offset in hours that was shown first; undefined until then. */
  get hours(): number | undefined {
    return [...this.#shown.values()][0]?.hours;
  }

  /** True if one zone has an offset at a time, and all those that were shown before. */
  agrees(own: ShownOffset): boolean {
    const shown = [...this.#shown.values()];
    return shown.every(({ hours }) => hours === own.hours) || isOneZone([...shown, own]);
  }

  learn(own: ShownOffset): void {
    const key = `${own.hours} ${new Date(own.time).toISOString().slice(0, 7)}`;
    if (!this.#shown.has(key) && this.agrees(own)) this.#shown.set(key, own);
  }
}

/** Which ranges of days are served: how long one may be is open, but one that is no longer than another that was served is served too, unless one as short was refused. */
export class ServedRanges {
  #longest = Number.NEGATIVE_INFINITY;
  #refused = Number.POSITIVE_INFINITY;

  isServed(from: number, to: number): boolean {
    return to >= from && to - from <= this.#longest && to - from < this.#refused;
  }

  /** Notes whether a range was served. */
  learn(from: number, to: number, isServed: boolean): void {
    if (isServed) this.#longest = Math.max(this.#longest, to - from);
    else if (to >= from) this.#refused = Math.min(this.#refused, to - from);
  }
}

function bound<T>(constants: Map<string, Constant<T>>, name: string): Constant<T> {
  const known = constants.get(name) ?? new Constant<T>();
  constants.set(name, known);
  return known;
}
