import { isRecord } from "../../../base/json.ts";
import type { Item } from "../../../harness/control.ts";
import type { World } from "../run/world.ts";
import { type ListReading, type PagedList, readList } from "./whole-lists.ts";

/** Whether a value that comes back is the one that was seeded. */
export type ValueComparison = (found: unknown, seeded: unknown) => boolean;

/** The same value: lists and objects by what they hold; objects may have more fields. */
const isIdentical: ValueComparison = (found, seeded) => {
  if (Array.isArray(seeded))
    return (
      Array.isArray(found) && found.length === seeded.length && seeded.every((item, at) => isIdentical(found[at], item))
    );
  if (!isRecord(seeded) || !isRecord(found)) return found === seeded;
  return Object.entries(seeded).every(([name, value]) => isIdentical(found[name], value));
};

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

/** One field of a record that came back, beside what was seeded. */
interface SeededComparison {
  requirement: string;
  holds: boolean;
  found: string;
  expected: string;
}

/** Reads a list, and judges the values of its records; soon after a write it is read again. */
export async function judgeValues(
  world: World,
  list: PagedList,
  seeded: readonly object[],
  fields: PromisedFields,
): Promise<void> {
  const reading = await world.settled(
    list.operation,
    () => readList(world, list, { count: seeded.length }),
    ({ items }) => items.length >= seeded.length && compareValues(items, seeded, fields).every(({ holds }) => holds),
  );
  checkValues(world, reading, seeded, fields);
}

/** Judges whether records come back with the values that they were seeded with, field by field. */
export function checkValues(
  world: World,
  { items, last }: ListReading,
  seeded: readonly object[],
  fields: PromisedFields,
): void {
  for (const { requirement, holds, ...values } of compareValues(items, seeded, fields))
    world.check(requirement, holds, { exchange: last, ...values, pointer: "/data" });
}

function compareValues(items: readonly Item[], seeded: readonly object[], fields: PromisedFields): SeededComparison[] {
  const byId = new Map(items.map((item) => [String(item.id), item]));
  return (seeded as readonly Item[]).flatMap((record) => {
    const found = byId.get(String(record.id));
    if (!found) return [];
    return Object.entries(fields).flatMap(([name, [requirement, isSame = isIdentical]]): SeededComparison[] => {
      if (!(name in found) || !(name in record)) return [];
      return [
        {
          requirement,
          holds: isSame(found[name], record[name]),
          found: `${name} ${shorten(found[name])} of ${String(record.id)}`,
          expected: shorten(record[name]),
        },
      ];
    });
  });
}
