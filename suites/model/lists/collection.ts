import { idOf } from "../../../base/foreign-json.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { DayFact } from "./day-fact.ts";
import type { PossibleTimes, Zones } from "./possible-times.ts";

/** How an item is known again: by its id or, where it has none, by all that it says. */
export function identityOf(item: Item): string {
  const id = idOf(item);
  return isExact(id) ? `id ${id}` : JSON.stringify(item);
}

/** True if a value is an id that is known as it was sent: another number may have been rounded when it was read. */
const isExact = (id: unknown): id is string | number =>
  typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER);

/** True if a text is the identity of an item that has an id. */
export const hasId = (identity: string): boolean => identity.startsWith("id ");

/** An item, and the read that showed it last; one that was seeded has none. */
export interface KnownItem {
  item: Item;
  by?: Request;
}

/** One page of a walk: what it held, or that it was refused. */
export interface WalkPage {
  request: Request;
  identities: readonly string[];
  isRefused: boolean;
}

/** The pages of a list that were read with one filter, one size and one credential. */
export class Walk {
  readonly pages: ReadonlyMap<number, WalkPage>;

  constructor(pages: ReadonlyMap<number, WalkPage> = new Map()) {
    this.pages = pages;
  }

  /** The same walk with one page more, or with a page that was read again. */
  with(number: number, page: WalkPage): Walk {
    return new Walk(new Map([...this.pages, [number, page]]));
  }

  /** The items of the pages from the first one on, as far as each was read; one without anything new comes after the last, unless its items may be alike. */
  join(first: number): { identities: string[]; reads: Request[]; hasEnd: boolean } {
    const identities: string[] = [];
    const reads: Request[] = [];
    const known = new Set<string>();
    for (let number = first; ; number++) {
      const page = this.pages.get(number);
      // A request that is refused at once may be refused for its parameters.
      if (!page || (page.isRefused && number === first)) return { identities, reads, hasEnd: false };
      reads.push(page.request);
      const fresh = page.identities.filter((identity) => !known.has(identity));
      if (fresh.length === 0 && page.identities.every(hasId)) return { identities, reads, hasEnd: true };
      identities.push(...page.identities);
      for (const identity of fresh) known.add(identity);
    }
  }
}

/** The filters of a list that is asked for as a whole. */
export const unfiltered = "[]";

/** Knowledge of a list of one Location or one application. */
export class Collection {
  /** The items that are known, by identity. */
  readonly items = new Map<string, KnownItem>();
  /** Seeded items as they were shown first, by identity: each read describes them in the same words. */
  readonly shown = new Map<string, Item>();
  /** True if the suite put the items there, and nothing else exists. */
  isSeeded = false;
  /** The results of walks to the end, by their filters: the identities in order, and the walk and the reads that gave them. */
  readonly wholes = new Map<string, { walk: string; identities: readonly string[]; reads: readonly Request[] }>();
  readonly walks = new Map<string, Walk>();
  /** The times that each item can have by the clock of the subject, by identity. */
  readonly times = new Map<string, PossibleTimes>();
  /** The zones in which its filters may be meant. */
  readonly zones: Zones;

  constructor(zones: Zones) {
    this.zones = zones;
  }

  /** Replaces everything by what was seeded. */
  seed(items: readonly Item[]): void {
    this.items.clear();
    this.shown.clear();
    for (const item of items) {
      // Items without an id may be alike.
      const identity = identityOf(item);
      this.items.set(this.items.has(identity) ? `${identity} ${this.items.size}` : identity, { item });
    }
    this.isSeeded = true;
    this.wholes.clear();
    this.walks.clear();
    this.times.clear();
  }

  /** Forgets an item that may have come or gone, and every walk that may have met it. */
  forget(item: Item): void {
    if (!this.isSeeded) this.items.delete(identityOf(item));
    this.wholes.clear();
    this.walks.clear();
  }

  /** The number of items in all, where that is known. */
  get total(): number | undefined {
    return this.isSeeded ? this.items.size : this.wholes.get(unfiltered)?.identities.length;
  }
}

/** The collections of one world, by name and owner. */
export class Collections {
  readonly #collections = new Map<string, Collection>();
  readonly #zones: Zones;

  constructor(zones: Zones) {
    this.#zones = zones;
  }

  /** Notes the zone of a text, in hours ahead of UTC: where it was not thought of, what is known of times begins anew. */
  learnZone(ahead: number | undefined): void {
    if (ahead === undefined || !this.#zones.include(ahead)) return;
    for (const { times } of this.#collections.values()) times.clear();
  }

  /** The days on which Events were read, by Location and ids. */
  readonly days = new Map<string, Map<string, DayFact>>();

  of(name: string, owner: unknown): Collection {
    const key = `${name} ${String(owner)}`;
    const known = this.#collections.get(key) ?? new Collection(this.#zones);
    this.#collections.set(key, known);
    return known;
  }

  /** Notes that something was written that may have added items, or changed them. */
  open(): void {
    for (const collection of this.#collections.values()) collection.isSeeded = false;
  }

  /** True if another collection of a name holds an item. */
  othersWith(name: string, own: Collection, identity: string): boolean {
    return [...this.#collections].some(
      ([key, other]) => key.startsWith(`${name} `) && other !== own && other.items.has(identity),
    );
  }

  /** True if another collection of a name holds something that one does not. */
  hasOthers(name: string, own: Collection): boolean {
    return [...this.#collections].some(
      ([key, other]) =>
        key.startsWith(`${name} `) &&
        other !== own &&
        [...other.items.keys()].some((identity) => !own.items.has(identity)),
    );
  }
}
