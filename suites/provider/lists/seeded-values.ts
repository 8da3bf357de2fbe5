import { isDeepStrictEqual } from "node:util";
import type { Item } from "../../../harness/control.ts";
import type { World } from "../run/world.ts";
import type { ListReading } from "./whole-lists.ts";

/** Whether a value that comes back is the one that was seeded. */
export type ValueComparison = (found: unknown, seeded: unknown) => boolean;

/** The same value: objects and lists by what they hold. */
const isIdentical: ValueComparison = (found, seeded) => isDeepStrictEqual(found, seeded);

/** Numbers may be written as text, and texts of digits as numbers, where the specification shows both. */
export const hasSameText: ValueComparison = (found, seeded) => String(found) === String(seeded);

/** A date-time may change its offset; without an offset it may be meant in any zone. */
export const isSameMoment: ValueComparison = (found, seeded) =>
  !/(Z|[+-]\d\d:?\d\d)$/i.test(String(found)) || Date.parse(String(found)) === Date.parse(String(seeded));

/** Fields of a record, each with the requirement that promises it. */
export type PromisedFields = Record<string, [requirement: string, isSame?: ValueComparison]>;

/** The fields of records, as far as one requirement promises them all. */
export const fieldsPromisedBy = (requirement: string, names: readonly string[]): PromisedFields =>
  Object.fromEntries(names.map((name) => [name, [requirement]]));

/** How many characters of a value a sentence repeats. */
const longest = 80;

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Judges whether records come back with the values that they were seeded with, field by field. */
export function checkValues(
  world: World,
  { items, last }: ListReading,
  seeded: readonly object[],
  fields: PromisedFields,
): void {
  const byId = new Map(items.map((item) => [String(item.id), item]));
  for (const record of seeded as readonly Item[]) {
    const found = byId.get(String(record.id));
    if (!found) continue;
    for (const [name, [requirement, isSame = isIdentical]] of Object.entries(fields)) {
      if (!(name in found) || !(name in record)) continue;
      world.check(requirement, isSame(found[name], record[name]), {
        exchange: last,
        found: `${name} ${shorten(found[name])} of ${String(record.id)}`,
        expected: shorten(record[name]),
        pointer: "/data",
      });
    }
  }
}
