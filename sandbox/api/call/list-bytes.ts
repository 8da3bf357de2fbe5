import type { CollectionItem } from "../../world/data/collections.ts";

const known = new WeakMap<CollectionItem, Buffer>();

/** A comma and an item's JSON. It is made once, since items never change and are asked for often. */
function itemBytes(item: CollectionItem): Buffer {
  let bytes = known.get(item);
  if (bytes === undefined) {
    bytes = Buffer.from(`,${JSON.stringify(item)}`);
    known.set(item, bytes);
  }
  return bytes;
}

/** A list of items as JSON, with the JSON that comes before and after it. */
export const listBytes = (before: string, items: readonly CollectionItem[], after: string): Buffer =>
  Buffer.concat([Buffer.from(`${before}[`), Buffer.concat(items.map(itemBytes)).subarray(1), Buffer.from(`]${after}`)]);
