import type { Item } from "./data/collections.ts";

const known = new WeakMap<Item, Buffer>();

/** An item's JSON, made once: items are replaced and never changed, and pages of them are asked for often. */
function itemBytes(item: Item): Buffer {
  let bytes = known.get(item);
  if (bytes === undefined) {
    bytes = Buffer.from(JSON.stringify(item));
    known.set(item, bytes);
  }
  return bytes;
}

const comma = Buffer.from(",");

/** A list of items as JSON, between what stands before and after it. */
export function listBytes(before: string, items: readonly Item[], after: string): Buffer {
  const parts: Uint8Array[] = [Buffer.from(`${before}[`)];
  for (const item of items) {
    if (parts.length > 1) parts.push(comma);
    parts.push(itemBytes(item));
  }
  parts.push(Buffer.from(`]${after}`));
  return Buffer.concat(parts);
}
