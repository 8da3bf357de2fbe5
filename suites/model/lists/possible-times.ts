import { days, hours, seconds } from "../../../base/durations.ts";
import { momentOf } from "../../../base/formats/formats.ts";
import type { Request } from "../../../harness/exchange.ts";

/** An item's match with a filter; `open` where readings of the specification differ. */
export type Match = "yes" | "no" | "open";

/** Times from the first to before the second, in milliseconds, by the subject's own clock and zone. */
export type Interval = readonly [from: number, to: number];

/** The times that a filter asks for: those that it surely includes, and those that it may include. */
export interface AskedSpan {
  sure: Interval;
  maybe: Interval;
}

const everything: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

const overlap = (a: Interval, b: Interval): Interval[] => {
  const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return from < to ? [[from, to]] : [];
};

const without = ([from, to]: Interval, [start, end]: Interval): Interval[] => [
  ...overlap([from, to], [everything[0], start]),
  ...overlap([from, to], [end, everything[1]]),
];

const isWithin = ([from, to]: Interval, [start, end]: Interval): boolean => start <= from && to <= end;

/** The zones that may be meant where none is given: from Hawaii to Auckland in summer, and farther where the subject's own texts are in another. */
export class Zones {
  west = hours(-10);
  east = hours(13);

  /** Includes a zone so many hours ahead of UTC, and an hour beside it, since clocks may change; returns whether that is new. */
  include(ahead: number): boolean {
    if (hours(ahead) >= this.west && hours(ahead) <= this.east) return false;
    this.west = Math.min(this.west, hours(ahead - 1));
    this.east = Math.max(this.east, hours(ahead + 1));
    return true;
  }
}

/** The times that a moment may have by a clock whose zone is not given. */
export function anyZone(
  value: unknown,
  { west, east }: Pick<Zones, "west" | "east"> = new Zones(),
): Interval | undefined {
  const moment = momentOf(value);
  return Number.isNaN(moment) ? undefined : [moment + west, moment + east + 1];
}

const exactly = (from: number, to: number): AskedSpan => ({ sure: [from, to], maybe: [from, to] });

/** The days from one on, and those up to one with all of it. */
export const fromDay = (day: unknown): AskedSpan => exactly(Date.parse(String(day)), everything[1]);
export const tillDay = (day: unknown): AskedSpan => exactly(everything[0], Date.parse(String(day)) + days(1));

/** The spans after and before a moment; whether its own second belongs to either is open. */
export function afterMoment(moment: unknown): AskedSpan {
  const from = Date.parse(`${String(moment)}Z`);
  return { sure: [from + seconds(1), everything[1]], maybe: [from, everything[1]] };
}
export function beforeMoment(moment: unknown): AskedSpan {
  const to = Date.parse(`${String(moment)}Z`);
  return { sure: [everything[0], to], maybe: [everything[0], to + seconds(1)] };
}

/** The span of several filters at once. */
export const commonSpan = (spans: readonly AskedSpan[]): AskedSpan => {
  const common = (intervals: readonly Interval[]): Interval => [
    Math.max(...intervals.map(([from]) => from)),
    Math.min(...intervals.map(([, to]) => to)),
  ];
  return { sure: common(spans.map(({ sure }) => sure)), maybe: common(spans.map(({ maybe }) => maybe)) };
};

/** The number of reads that narrowed a time and are stored. */
const maxReads = 4;

/**
 * The times that an item can have by the subject's own clock. The zone of a filter is open, but an item has one time in it:
 * every filter that finds the item, or does not, leaves fewer.
 */
export class PossibleTimes {
  readonly #initial: Interval;
  #intervals: readonly Interval[];
  /** The reads that left fewer. */
  reads: readonly Request[] = [];

  constructor(initial: Interval = everything) {
    this.#initial = initial;
    this.#intervals = [initial];
  }

  match({ sure, maybe }: AskedSpan): Match {
    if (this.#intervals.every((interval) => isWithin(interval, sure))) return "yes";
    return this.#intervals.some((interval) => overlap(interval, maybe).length > 0) ? "open" : "no";
  }

  /** Notes whether a read found the item; what contradicts everything before begins anew. */
  narrow(isFound: boolean, { sure, maybe }: AskedSpan, read: Request): void {
    const after = this.#intervals.flatMap((interval) => (isFound ? overlap(interval, maybe) : without(interval, sure)));
    if (after.length === 0) this.forget();
    else if (JSON.stringify(after) !== JSON.stringify(this.#intervals)) {
      this.#intervals = after;
      this.reads = [...this.reads, read].slice(-maxReads);
    }
  }

  /** Begins anew. */
  forget(): void {
    this.#intervals = [this.#initial];
    this.reads = [];
  }
}
