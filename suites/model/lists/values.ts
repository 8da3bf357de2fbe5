import { isRecord } from "../../../base/json.ts";
import type { CellId } from "../../../specs/cells.ts";

/** A comparison of a value with the one that is known. */
export type ValueComparison = (found: unknown, known: unknown) => boolean;

/** The same value: lists and objects by what they hold; objects may have more fields. */
export const isIdentical: ValueComparison = (found, known) => {
  if (Array.isArray(known))
    return (
      Array.isArray(found) && found.length === known.length && known.every((item, at) => isIdentical(found[at], item))
    );
  if (!isRecord(known) || !isRecord(found)) return found === known;
  return Object.entries(known).every(([name, value]) => isIdentical(found[name], value));
};

/** Numbers may be written as text, and texts of digits as numbers, where the specification shows both. */
export const hasSameText: ValueComparison = (found, known) => String(found) === String(known);

/** A date-time may change its offset; without an offset it may be meant in any zone. */
export const isSameMoment: ValueComparison = (found, known) =>
  !/(Z|[+-]\d\d:?\d\d)$/i.test(String(found)) || Date.parse(String(found)) === Date.parse(String(known));

/** The promises of an item's fields: a cell for those that are not named, and the promises of others. */
export interface PromisedFields {
  cell: CellId;
  of?: Readonly<Record<string, { cell?: CellId; isSame?: ValueComparison }>>;
  /** Fields that name a time relative to now. */
  moving?: readonly string[];
}

/** The number of characters of a value that a sentence repeats. */
const longest = 80;

export function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
