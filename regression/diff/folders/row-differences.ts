import type { Differences } from "../differences/differences.ts";
import type { PlainRule } from "../differences/rules.ts";
import { below, type DocumentPlace, type PlacePair } from "../documents/place.ts";

/** Adds a difference of one row of a table, at one of its keys or at the row as a whole. */
export type ReportRow = (rule: PlainRule, says: string, key?: string) => void;

/** A row of a table on either side, with its name; around it is what shows where a row that is gone or new would stand. */
interface TableRow {
  about: string;
  old: DocumentPlace | undefined;
  new: DocumentPlace | undefined;
  around?: PlacePair;
}

/** Adds differences of one row. */
export function rowReporter(differences: Differences, { about, old, new: fresh, around }: TableRow): ReportRow {
  const placeIn = (row: DocumentPlace | undefined, key: string | undefined) =>
    row && key !== undefined ? (below(row, key) ?? row) : row;
  return (rule, says, key) =>
    differences.add({
      rule,
      about,
      says,
      old: placeIn(old, key) ?? around?.old,
      new: placeIn(fresh, key) ?? around?.new,
    });
}

/** Every name that either side has, those of the old side first. */
export const namesIn = (old: Iterable<string>, fresh: Iterable<string>): Set<string> => new Set([...old, ...fresh]);
