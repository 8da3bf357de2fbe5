import type { Item } from "./data/collections.ts";

const known = new WeakMap<Item, Buffer>();

/** A comma and an item's JSON, made once: items are replaced and never changed, and pages of them are asked for often. */
function itemBytes(item: Item): Buffer {
  let bytes = known.get(item);
  if (bytes === undefined) {
    bytes = Buffer.from(`,${JSON.stringify(item)}`);
    known.set(item, bytes);
  }
  return bytes;
}

const pages = new WeakMap<readonly Item[], Map<string, Buffer>>();

/** How many pages of a collection are remembered. */
const memory = 100;

/** Part of a collection that is replaced and never changed, as the inside of a JSON list. */
function inside(all: readonly Item[], start: number, count: number): Buffer {
  const own = pages.get(all) ?? new Map<string, Buffer>();
  pages.set(all, own);
  const key = `${start} ${count}`;
  let bytes = own.get(key);
  if (!bytes) {
    if (own.size >= memory) own.clear();
    bytes = Buffer.concat(all.slice(start, start + count).map(itemBytes)).subarray(1);
    own.set(key, bytes);
  }
  return bytes;
}

/** A page of a collection as JSON, between what stands before and after it. */
export const pageBytes = (before: string, all: readonly Item[], start: number, count: number, after: string): Buffer =>
  Buffer.concat([Buffer.from(`${before}[`), inside(all, start, count), Buffer.from(`]${after}`)]);

/** A list of items as JSON, between what stands before and after it. */
export const listBytes = (before: string, items: readonly Item[], after: string): Buffer =>
  Buffer.concat([Buffer.from(`${before}[`), Buffer.concat(items.map(itemBytes)).subarray(1), Buffer.from(`]${after}`)]);
