import { counted } from "../../../base/wording.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { limit } from "../../../specs/limits.ts";
import { enumerate, itemsOf } from "../run/answers.ts";
import type { CheckDetails } from "../run/finding-log.ts";
import { areDistinct } from "../run/identities.ts";
import type { World } from "../run/world.ts";

/** A v1 list that is read page by page. */
export interface PagedList {
  operation: string;
  requestPage: (page: number, size: number) => Promise<Exchange>;
}

/** What a list gave, page after page. */
export interface ListReading {
  items: Item[];
  /** The page that was asked for last. */
  last: Exchange;
  /** The first page that was not served, though it should hold something. */
  refused?: Exchange;
  /** Whether the list was read to its end: a page that is empty, or holds nothing new. */
  isWhole: boolean;
}

/** The largest page that every provider serves: a larger one may be cut short, or refused. */
export const smallestCap = limit("v1_page_cap");

/** How many items a page is asked for where its size is not judged; a provider may give fewer. */
export const usualPage = 2 * smallestCap;

/** How many items a page is asked for where a list may be long; it may be cut short, or refused. */
export const largePage = 100;

/** How far a list is read for the sake of one Location. */
export const longList = { extra: 500, size: largePage, pages: 6 } as const;

/** How much of a list is expected. */
export interface ExpectedSize {
  /** How many items the list must hold. */
  count: number;
  /** How many more it may hold. */
  extra?: number;
  /** How many items a page is asked for. */
  size?: number;
  /** How many pages are read at most, however long the list is. */
  pages?: number;
}

/** Reads a list to its end. The number of the first page is open: where page 1 lacks something, page 0 is asked for once. */
export async function readList(world: World, list: PagedList, expected: ExpectedSize): Promise<ListReading> {
  const { operation, requestPage } = list;
  const { firstPages, refusedSizes } = world.run;
  const asked = expected.size ?? usualPage;
  const size = refusedSizes.has(operation) ? Math.min(asked, smallestCap) : asked;
  const reading = await readFrom(world, firstPages.get(operation) ?? 1, list, { ...expected, size });
  // Nobody promises a page of more than the smallest cap, so a refusal may be for its size.
  if (reading.refused && reading.items.length === 0 && size > smallestCap) {
    refusedSizes.add(operation);
    return readList(world, list, expected);
  }
  if (firstPages.has(operation)) return reading;
  const isComplete = reading.items.length >= expected.count && !reading.refused;
  if (isComplete) {
    if (reading.items.length > 0) world.observe(`LOC-12: number of the first page of ${operation}`, 1);
    return reading;
  }
  const firstPage = isZeroBased(await requestPage(0, size), await requestPage(1, size)) ? 0 : 1;
  firstPages.set(operation, firstPage);
  world.observe(`LOC-12: number of the first page of ${operation}`, firstPage);
  return firstPage === 0 ? readFrom(world, 0, list, { ...expected, size }) : reading;
}

/** How many pages more than expected are read of a list whose pages are shorter than asked for. */
const mostShortPages = 5;

/**
 * Reads pages from a first one on, until everything that is expected has come and a page is not full, or a page holds nothing new.
 * What a page beyond the last one answers is open, so it may only add what is new.
 */
async function readFrom(
  { run: { largestPages, alikeItems } }: World,
  firstPage: number,
  { operation, requestPage }: PagedList,
  { count, extra = 0, size = usualPage, pages = Number.POSITIVE_INFINITY }: ExpectedSize,
): Promise<ListReading> {
  const items: Item[] = [];
  let last = await requestPage(firstPage, size);
  // A provider may give smaller pages than it is asked for.
  const pageSize = Math.min(size, itemsOf(last)?.length || size);
  const mostPages = Math.min(
    pages,
    Math.floor((count + extra) / pageSize) + 1 + (pageSize < size ? mostShortPages : 0),
  );
  for (let turn = 0; turn < mostPages; turn++) {
    if (turn > 0) last = await requestPage(firstPage + turn, size);
    const found = itemsOf(last);
    const isBeyond = turn > 0 && turn >= Math.ceil(count / pageSize);
    if (!found) return { items, last, isWhole: isBeyond, ...(isBeyond ? {} : { refused: last }) };
    const known = new Set(items.map((item) => JSON.stringify(item)));
    const fresh = found.filter((item) => !known.has(JSON.stringify(item)));
    items.push(...(isBeyond ? fresh : found));
    if (!areDistinct(found)) alikeItems.add(operation);
    // A page of items that are alike may be followed by another of the same.
    if (fresh.length === 0 && (isBeyond || !alikeItems.has(operation))) return { items, last, isWhole: true };
    // A page that is shorter than others were is the last one; the largest page is open, down to the smallest cap.
    const largest = largestPages.get(operation) ?? smallestCap;
    if (found.length < Math.min(size, largest) && items.length >= count) return { items, last, isWhole: true };
    largestPages.set(operation, Math.max(largest, found.length));
  }
  return { items, last, isWhole: false };
}

/** Whether pages are counted from 0: page 0 is served, and holds something else than page 1. */
function isZeroBased(zeroth: Exchange, first: Exchange): boolean {
  const [items, next] = [itemsOf(zeroth), itemsOf(first)];
  if (!items || !next) return items !== undefined;
  const onFirst = new Set(next.map((item) => JSON.stringify(item)));
  return items.length > 0 && !items.some((item) => onFirst.has(JSON.stringify(item)));
}

const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => String(id));

/** What a list must hold, what it may hold besides, and everything that there is, if that is more. */
export interface ExpectedItems {
  must: readonly Item[];
  may?: readonly Item[];
  all?: readonly Item[];
}

/** Reads a list, and judges whether it holds what it must; soon after a write it is read again. */
export async function checkList(
  world: World,
  requirement: string,
  list: PagedList,
  { size, ...expected }: ExpectedItems & { size?: number },
): Promise<ListReading> {
  const { must, may = [] } = expected;
  const sizes = { count: must.length, extra: may.length, ...(size === undefined ? {} : { size }) };
  const reading = await world.settled(
    list.operation,
    () => readList(world, list, sizes),
    (found) => compareItems(found, expected).holds,
  );
  checkItems(world, requirement, reading, expected);
  return reading;
}

/** Judges whether a reading of a list holds everything that it must, nothing that it may not, and nothing twice. */
export function checkItems(world: World, requirement: string, reading: ListReading, expected: ExpectedItems): void {
  const { holds, ...details } = compareItems(reading, expected);
  world.check(requirement, holds, details);
}

/** Items are known by their id; where none of the seeded ids comes back, as with records whose fields are not shown, items are counted. */
function compareItems(
  { items, last, refused }: ListReading,
  { must, may = [], all = must }: ExpectedItems,
): CheckDetails & { holds: boolean } {
  const [found, wanted, possible] = [idsOf(items), idsOf(must), idsOf(may)];
  if (refused) {
    const { status } = refused.response;
    return {
      holds: false,
      exchange: refused,
      found: status === 200 ? "an answer without a list" : `the status ${status}`,
      expected: enumerate(wanted),
    };
  }
  const known = new Set(idsOf(all));
  const areKnown = found.length === 0 || items.some(({ id }) => id !== undefined && known.has(String(id)));
  if (!areKnown)
    return {
      holds: items.length >= must.length && items.length <= must.length + may.length,
      exchange: last,
      found: counted(items.length, "item"),
      expected: `${must.length}`,
      pointer: "/data",
    };
  const isEachOnce = new Set(found).size === found.length;
  const hasAll = wanted.every((id) => found.includes(id));
  const hasNoOther = found.every((id) => wanted.includes(id) || possible.includes(id));
  return {
    holds: isEachOnce && hasAll && hasNoOther,
    exchange: last,
    found: enumerate(found),
    expected: `${enumerate(wanted)}${may.length > 0 ? `, and perhaps ${enumerate(possible)}` : ""}`,
    pointer: "/data",
  };
}
