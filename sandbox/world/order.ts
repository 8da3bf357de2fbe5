import type { CollectionItem } from "./data/collections.ts";

/** The order of the v3 list, as cursors name it. */
export const listOrder = "title,id";

/** By title, then by id. */
export function byTitleThenId(a: CollectionItem, b: CollectionItem): number {
  return compareTexts(String(a.title), String(b.title)) || compareIds(a.id, b.id);
}

/** Numbers by size, strings as text, and numbers before strings, so that no two different ids compare as equal. */
export function compareIds(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return compareTexts(String(a), String(b));
}

/** By code units. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
