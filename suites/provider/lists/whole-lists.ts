import { counted } from "../../../base/wording.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { enumerate, itemsOf } from "../run/answers.ts";
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
}

/** How many items a page is asked for: the largest page is open, and this is small enough for any provider. */
export const smallPage = 20;

/** How much of a list is expected. */
export interface ExpectedSize {
  /** How many items the list must hold. */
  count: number;
  /** How many more it may hold. */
  extra?: number;
  /** How many items a page is asked for. */
  size?: number;
}

/** Reads a list to its end. The number of the first page is open: where page 1 lacks something, page 0 is asked for once. */
export async function readList(world: World, list: PagedList, expected: ExpectedSize): Promise<ListReading> {
  const { operation, requestPage } = list;
  const { firstPages } = world.run;
  const reading = await readFrom(firstPages.get(operation) ?? 1, list, expected);
  const isWhole = reading.items.length >= expected.count && !reading.refused;
  if (firstPages.has(operation)) return reading;
  if (isWhole) {
    if (reading.items.length > 0) world.observe(`LOC-12: number of the first page of ${operation}`, 1);
    return reading;
  }
  const { size = smallPage } = expected;
  const firstPage = isZeroBased(await requestPage(0, size), await requestPage(1, size)) ? 0 : 1;
  firstPages.set(operation, firstPage);
  world.observe(`LOC-12: number of the first page of ${operation}`, firstPage);
  return firstPage === 0 ? readFrom(0, list, expected) : reading;
}

/** Reads pages from a first one on. What a page beyond the last one answers is open, so it may only add what is new. */
async function readFrom(
  firstPage: number,
  { requestPage }: PagedList,
  { count, extra = 0, size = smallPage }: ExpectedSize,
): Promise<ListReading> {
  const items: Item[] = [];
  const mostPages = Math.floor((count + extra) / size) + 1;
  let last = await requestPage(firstPage, size);
  for (let turn = 0; turn < mostPages; turn++) {
    if (turn > 0) last = await requestPage(firstPage + turn, size);
    const found = itemsOf(last);
    const isBeyond = turn > 0 && turn >= Math.ceil(count / size);
    if (!found) return isBeyond ? { items, last } : { items, last, refused: last };
    const known = new Set(items.map((item) => JSON.stringify(item)));
    items.push(...(isBeyond ? found.filter((item) => !known.has(JSON.stringify(item))) : found));
    if (found.length < size) break;
  }
  return { items, last };
}

/** Whether pages are counted from 0: page 0 is served, and holds something else than page 1. */
function isZeroBased(zeroth: Exchange, first: Exchange): boolean {
  const [items, next] = [itemsOf(zeroth), itemsOf(first)];
  if (!items || !next) return items !== undefined;
  return items.length > 0 && JSON.stringify(items) !== JSON.stringify(next);
}

const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => String(id));

/** What a list must hold, what it may hold besides, and everything that there is, if that is more. */
export interface ExpectedItems {
  must: readonly Item[];
  may?: readonly Item[];
  all?: readonly Item[];
}

/**
 * Judges whether a list holds everything that it must, nothing that it may not, and nothing twice. Items are known by
 * their id; where none of the seeded ids comes back, as with records whose fields are not shown, items are counted.
 */
export function checkItems(
  world: World,
  requirement: string,
  { items, last, refused }: ListReading,
  { must, may = [], all = must }: ExpectedItems,
): void {
  const [found, wanted, possible] = [idsOf(items), idsOf(must), idsOf(may)];
  if (refused) {
    const { status } = refused.response;
    world.check(requirement, false, {
      exchange: refused,
      found: status === 200 ? "an answer without a list" : `the status ${status}`,
      expected: enumerate(wanted),
    });
    return;
  }
  const known = new Set(idsOf(all));
  const areKnown = found.length === 0 || found.some((id) => known.has(id));
  if (!areKnown) {
    world.check(requirement, items.length >= must.length && items.length <= must.length + may.length, {
      exchange: last,
      found: counted(items.length, "item"),
      expected: `${must.length}`,
      pointer: "/data",
    });
    return;
  }
  const isEachOnce = new Set(found).size === found.length;
  const hasAll = wanted.every((id) => found.includes(id));
  const hasNoOther = found.every((id) => wanted.includes(id) || possible.includes(id));
  world.check(requirement, isEachOnce && hasAll && hasNoOther, {
    exchange: last,
    found: enumerate(found),
    expected: `${enumerate(wanted)}${may.length > 0 ? `, and perhaps ${enumerate(possible)}` : ""}`,
    pointer: "/data",
  });
}
