import { fieldsOf, recordsOf } from "../../../base/json.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { json, type World } from "../run/world.ts";

/** The items of a v1 answer; undefined where it has none. */
export function itemsOf(exchange: Exchange): Item[] | undefined {
  const { data } = fieldsOf(json(exchange));
  return exchange.response.status === 200 && Array.isArray(data) ? recordsOf(data) : undefined;
}

/** Several ids in words; a long list is cut. */
export const spelled = (ids: readonly unknown[]): string => {
  const told = ids.slice(0, 12).map(String).join(", ");
  return ids.length === 0 ? "none" : `${ids.length}: ${told}${ids.length > 12 ? ", …" : ""}`;
};

/** How a list is asked page by page. */
export interface Listing {
  operation: string;
  page: (number: number, size: number) => Promise<Exchange>;
}

/** What a list gave, page after page. */
export interface Gathered {
  items: Item[];
  /** The page that was asked for last. */
  last: Exchange;
  /** The first page that was not served, though it should hold something. */
  refused?: Exchange;
}

/** How many items a page is asked for: maximum page sizes are open, and this is small enough for any. */
export const smallPage = 20;

const idsOf = (exchange: Exchange): string => (itemsOf(exchange) ?? []).map((item) => JSON.stringify(item)).join();

/**
 * Reads a list of so many items, and perhaps some more. What a page beyond the last one answers is open, so it may only add what is new. So is
 * the number of the first page: where page 1 lacks something, page 0 is asked for once.
 */
export async function gather(
  world: World,
  { operation, page }: Listing,
  count: number,
  size = smallPage,
  perhaps = 0,
): Promise<Gathered> {
  const { firstPages } = world.run;
  const read = async (start: number): Promise<Gathered> => {
    const items: Item[] = [];
    const pages = Math.floor((count + perhaps) / size) + 1;
    let last = await page(start, size);
    for (let turn = 0; turn < pages; turn++) {
      if (turn > 0) last = await page(start + turn, size);
      const found = itemsOf(last);
      const isBeyond = turn > 0 && turn >= Math.ceil(count / size);
      if (!found) return isBeyond ? { items, last } : { items, last, refused: last };
      const seen = new Set(items.map((item) => JSON.stringify(item)));
      items.push(...(isBeyond ? found.filter((item) => !seen.has(JSON.stringify(item))) : found));
      if (found.length < size) break;
    }
    return { items, last };
  };
  const gathered = await read(firstPages.get(operation) ?? 1);
  if (firstPages.has(operation) || (gathered.items.length >= count && !gathered.refused)) return gathered;
  const [zeroth, first] = [await page(0, size), await page(1, size)];
  const found = itemsOf(zeroth);
  const isZeroBased = found !== undefined && (!itemsOf(first) || (found.length > 0 && idsOf(zeroth) !== idsOf(first)));
  firstPages.set(operation, isZeroBased ? 0 : 1);
  world.observe(`number of the first page of ${operation}`, isZeroBased ? 0 : 1);
  return isZeroBased ? read(0) : gathered;
}

/**
 * Writes down whether a list holds everything that it must, nothing that it may not, and nothing twice. Items are known by
 * their id; where none of those that were seeded comes back, as with records whose fields are not shown, they are counted.
 */
export function holdsExactly(
  world: World,
  requirement: string,
  { items, last, refused }: Gathered,
  must: readonly Item[],
  { may = [], all = must }: { may?: readonly Item[]; all?: readonly Item[] } = {},
): void {
  if (refused) {
    world.holds(
      requirement,
      refused,
      false,
      `the status ${refused.response.status}`,
      spelled(must.map(({ id }) => id)),
    );
    return;
  }
  const [found, wanted, allowed] = [items, must, [...must, ...may]].map((some) => some.map((one) => String(one?.id)));
  const known = new Set(all.map(({ id }) => String(id)));
  const areKnown = found?.some((id) => known.has(id)) || found?.length === 0;
  const expected = `${spelled(wanted ?? [])}${may.length > 0 ? `, and perhaps ${spelled(may.map(({ id }) => id))}` : ""}`;
  if (!areKnown) {
    const isSo = items.length >= must.length && items.length <= must.length + may.length;
    world.holds(requirement, last, isSo, `${items.length} items`, `${must.length}`, "/data");
    return;
  }
  const isSo =
    new Set(found).size === found?.length &&
    (wanted ?? []).every((id) => found.includes(id)) &&
    found.every((id) => allowed?.includes(id));
  world.holds(requirement, last, isSo, spelled(found ?? []), expected, "/data");
}
