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

/** A list of items as JSON, between what stands before and after it. */
export const listBytes = (before: string, items: readonly Item[], after: string): Buffer =>
  Buffer.concat([Buffer.from(`${before}[`), Buffer.concat(items.map(itemBytes)).subarray(1), Buffer.from(`]${after}`)]);
