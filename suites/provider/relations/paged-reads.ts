import type { Item } from "../../../harness/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import { largePage, smallestCap } from "../lists/whole-lists.ts";
import { identityOf } from "../run/identities.ts";
import type { Lookup, RememberedRead } from "../run/memory.ts";
import type { World } from "../run/world.ts";

/** What a list is asked for beside its page: parameters by name; several values of one name as a list. */
export type AskedFilter = Readonly<Record<string, unknown>>;

/** A v1 list that is read page by page. */
export interface PagedReads {
  operation: string;
  /** The requirement that speaks of its pages. */
  pages: string;
  /** What its items are called. */
  noun: string;
  /** What every request for it has, whatever else is asked; a long list may be narrowed. */
  readonly base: AskedFilter;
  narrow(base: AskedFilter): void;
  /** The request for a page of a size, or for none in particular. */
  request(filter: AskedFilter, page?: number, size?: number): Request;
  /** The number of its first page, once that is known. */
  firstPage: number | undefined;
  learnFirstPage(page: number): void;
  /** The largest page that it is asked for. */
  largest: number;
  refuseLargest(): void;
}

/** A list of a target, whose first page is known to the whole run. */
export function pagedReads(
  { run }: World,
  list: Pick<PagedReads, "operation" | "pages" | "noun" | "base" | "request">,
): PagedReads {
  const { operation } = list;
  const requests = new Map<string, Request>();
  let { base } = list;
  return {
    ...list,
    get base() {
      return base;
    },
    narrow(narrower) {
      base = narrower;
    },
    request(filter, page, size) {
      const key = JSON.stringify([filter, page, size]);
      const request = requests.get(key) ?? list.request(filter, page, size);
      requests.set(key, request);
      return request;
    },
    get firstPage() {
      return run.firstPages.get(operation);
    },
    learnFirstPage: (page) => run.firstPages.set(operation, page),
    get largest() {
      return run.refusedSizes.has(operation) ? smallestCap : largePage;
    },
    refuseLargest: () => void run.refusedSizes.add(operation),
  };
}

/** What the pages of a list hold together, as far as they were read. */
export interface PagedWalk {
  reads: Request[];
  items: Item[];
  /** Whether it was read to its end: until a page held nothing new. */
  isWhole: boolean;
  /** The page that comes next, unless it is whole. */
  next: Request | undefined;
  /** How many items the largest page held that another one came after: a page of so many may not be the last. */
  full: number;
}

/** The items that the pages of a walk hold, page after page; a page without anything new comes after the last. */
export function joinPages(pages: readonly (Item[] | undefined)[]): { items: Item[]; hasEnd: boolean } {
  const items: Item[] = [];
  const known = new Set<string>();
  for (const page of pages) {
    const fresh = (page ?? []).filter((item) => !known.has(identityOf(item)));
    if (fresh.length === 0) return { items, hasEnd: true };
    for (const item of page ?? []) known.add(identityOf(item));
    items.push(...(page ?? []));
  }
  return { items, hasEnd: false };
}

/** The smallest page that others came after: a list may give fewer than it is asked for. */
const fullOf = (pages: readonly (Item[] | undefined)[], size: number): number => {
  const lengths = pages.map((page) => page?.length ?? 0).filter((length) => length > 0);
  return Math.min(size, ...lengths.slice(0, -1));
};

/** Puts a walk together from what was read; what a page beyond the last one answers is open, so it may be a refusal. */
export function walkOf(list: PagedReads, lookup: Lookup, filter: AskedFilter, size: number): PagedWalk {
  const first = list.firstPage ?? 1;
  const reads: Request[] = [];
  const pages: (Item[] | undefined)[] = [];
  for (;;) {
    const request = list.request(filter, first + reads.length, size);
    const reading = lookup(request);
    if (!reading)
      return { reads, items: joinPages(pages).items, isWhole: false, next: request, full: fullOf(pages, size) };
    reads.push(request);
    pages.push(reading.items);
    const { items, hasEnd } = joinPages(pages);
    if (hasEnd) return { reads, items, isWhole: true, next: undefined, full: fullOf(pages, size) };
  }
}

/** The items of a walk that was read again. */
export const itemsOfWalk = (readings: readonly RememberedRead[]): Item[] =>
  joinPages(readings.map(({ items }) => items)).items;
