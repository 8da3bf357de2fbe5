import { UsageError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import { pointerOf } from "../../../base/pointer.ts";
import { printable } from "../../../base/text/printable.ts";
import { describeValue } from "../../../base/text/sentences.ts";

/** A node of a document, and where it stands. */
export interface DocumentPlace {
  readonly file: string;
  readonly node: unknown;
  readonly parent?: DocumentPlace;
  readonly key?: string;
}

/** Where something stands on either side of a comparison. */
export interface PlacePair {
  old: DocumentPlace;
  new: DocumentPlace;
}

/** The place of a node that stands in another under a key. */
export const childOf = (parent: DocumentPlace, key: string, node: unknown): DocumentPlace => ({
  file: parent.file,
  node,
  parent,
  key,
});

/** The JSON Pointer of a place in its file. */
export function pointerTo(place: DocumentPlace): string {
  const path: string[] = [];
  for (let here: DocumentPlace | undefined = place; here?.key !== undefined; here = here.parent) path.unshift(here.key);
  return pointerOf(path);
}

/** File and pointer, as messages name a place. */
export const formatPlace = (place: DocumentPlace): string => printable(`${place.file}#${pointerTo(place)}`);

/** The error for a document that cannot be compared: what is, what was expected, and where. It may be another file to which a stranger refers, so its words are not repeated. */
export const misfit = ({ node, ...place }: DocumentPlace, expected: string): UsageError => {
  const found = typeof node === "object" || node === undefined ? describeValue(node) : `a ${typeof node}`;
  return new UsageError(`${formatPlace({ node, ...place })}: found ${found}, expected ${expected}`);
};

/** The fields of an object by their names. */
export type Fields = Record<string, unknown>;

/** The fields of a place, which has to hold an object. */
export function fieldsAt(place: DocumentPlace): Fields {
  if (!isRecord(place.node)) throw misfit(place, "an object");
  return place.node;
}

/** The place under a key; undefined where there is none. */
export function below(place: DocumentPlace, key: string): DocumentPlace | undefined {
  const fields = fieldsAt(place);
  return Object.hasOwn(fields, key) ? childOf(place, key, fields[key]) : undefined;
}

/** The schema of a media type, parameter or header; one without a schema allows anything. */
export const schemaBelow = (place: DocumentPlace): DocumentPlace => below(place, "schema") ?? { ...place, node: {} };

/** The entries of the object under a key. */
export function namedBelow(place: DocumentPlace, key: string): [name: string, place: DocumentPlace][] {
  const map = below(place, key);
  return map ? Object.entries(fieldsAt(map)).map(([name, node]) => [name, childOf(map, name, node)]) : [];
}

/** The items of the list under a key. */
export function listBelow(place: DocumentPlace, key: string): DocumentPlace[] {
  const list = below(place, key);
  if (!list) return [];
  if (!Array.isArray(list.node)) throw misfit(list, "an array");
  return list.node.map((node: unknown, index) => childOf(list, String(index), node));
}
