import type { Item } from "../../../harness/control/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { Moment } from "../link.ts";

/** A page of the v3 list as it was read last, and the page whose cursor led to it. */
export interface ReadResources {
  request: Request;
  items: readonly Item[];
  previous: string | undefined;
}

/** A cursor that was given: to which credential, for which Location, when, and on which page. */
export interface GivenCursor {
  credential: string;
  location: string;
  given: Moment;
  page: string;
}

/** The pages of one Location from the first one on, joined. */
export interface ResourceWalk {
  items: readonly Item[];
  reads: readonly Request[];
}

/** How a page is known again when it is read once more, also with another cursor: by who reads, and the limits up to it. */
export const pageKey = (credential: string, limit: string | undefined, previous: string | undefined): string =>
  `${previous ?? credential} ${limit ?? "none"}`;

/** The cursors and the pages of the v3 list that a run has seen. */
export class ResourcePages {
  readonly #cursors = new Map<string, GivenCursor>();
  /** The cursor that each page gave last. */
  readonly #latest = new Map<string, string>();
  /** Cursors of worlds that are gone: what they are now is open. */
  readonly #past = new Set<string>();
  readonly #pages = new Map<string, Map<string, ReadResources>>();
  /** The last page of a walk to the end of each Location's list, and the size of its pages. */
  readonly #ends = new Map<string, { page: string; size: number | undefined }>();
  /** Who was served which Location. */
  readonly #served = new Set<string>();

  cursor(text: string): GivenCursor | undefined {
    return this.#cursors.get(text);
  }

  isPast(text: string): boolean {
    return this.#past.has(text);
  }

  isServed(credential: string, location: string): boolean {
    return this.#served.has(`${credential} ${location}`);
  }

  /** The pages up to one; undefined where they are not known from the first one on. */
  walkTo(location: string, page: string | undefined): ResourceWalk | undefined {
    const chain: ReadResources[] = [];
    for (let key = page; key !== undefined; ) {
      const read = this.#pages.get(location)?.get(key);
      if (!read || chain.includes(read)) return undefined;
      chain.unshift(read);
      key = read.previous;
    }
    return { items: chain.flatMap(({ items }) => items), reads: chain.map(({ request }) => request) };
  }

  /** All resources of a Location in their order, once its list was read to its end; and the size of the pages that showed it. */
  whole(location: string): (ResourceWalk & { size: number | undefined }) | undefined {
    const end = this.#ends.get(location);
    const walk = end && this.walkTo(location, end.page);
    return walk && { ...walk, size: end.size };
  }

  learnPage(location: string, credential: string, key: string, read: ReadResources): void {
    const pages = this.#pages.get(location) ?? new Map<string, ReadResources>();
    this.#pages.set(location, pages.set(key, read));
    this.#served.add(`${credential} ${location}`);
  }

  learnCursor(text: string, cursor: GivenCursor): void {
    this.#cursors.set(text, cursor);
    this.#latest.set(`${cursor.location} ${cursor.page}`, text);
    this.#past.delete(text);
  }

  /** Notes that a page gives no cursor any more. */
  endPage(location: string, page: string): void {
    this.#latest.delete(`${location} ${page}`);
  }

  /** The cursor that a page gave last, in place of one that it gave before. */
  latest(text: string): string | undefined {
    const known = this.#cursors.get(text);
    return known && this.#latest.get(`${known.location} ${known.page}`);
  }

  /** Notes that a page was the last one; the first walk to the end is kept, since others are compared with it. */
  learnEnd(location: string, page: string, size: number | undefined): void {
    if (!this.whole(location) && this.walkTo(location, page)) this.#ends.set(location, { page, size });
  }

  /** Forgets what a Location's list held; its cursors remain. */
  forget(location: string): void {
    this.#pages.delete(location);
    this.#ends.delete(location);
  }

  /** Begins anew in another world. */
  openWorld(): void {
    for (const text of this.#cursors.keys()) this.#past.add(text);
    this.#cursors.clear();
    this.#latest.clear();
    this.#pages.clear();
    this.#ends.clear();
    this.#served.clear();
  }
}
