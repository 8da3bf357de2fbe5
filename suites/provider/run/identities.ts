import type { Item } from "../../../harness/control.ts";

/** How an item is known again: by its id, or by all that it is; the fields of some items are not shown. */
export const identityOf = (item: Item): string => (isExact(item.id) ? `id ${item.id}` : JSON.stringify(item));

/** Whether a value is an id that is known as it was sent: numbers beyond 2^53 are rounded when they are read. */
export const isExact = (id: unknown): id is string | number =>
  typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER);

export const identitiesOf = (items: readonly Item[]): string[] => items.map(identityOf);

/** Whether items can be told from one another: some may be alike where their fields are not shown, and what is known by its id cannot. */
export function areDistinct(items: readonly Item[]): boolean {
  const nameless = identitiesOf(items.filter(({ id }) => !isExact(id)));
  return new Set(nameless).size === nameless.length;
}
