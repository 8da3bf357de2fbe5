import type { Item } from "./data/collections.ts";

const known = new WeakMap<Item, string>();

/** An item's JSON, made once: items are replaced and never changed, and pages of them are asked for often. */
export function itemJson(item: Item): string {
  let text = known.get(item);
  if (text === undefined) {
    text = JSON.stringify(item);
    known.set(item, text);
  }
  return text;
}

/** A list of items as JSON. */
export const listJson = (items: readonly Item[]): string => `[${items.map(itemJson).join(",")}]`;
