import { UsageError } from "./errors.ts";
import { isRecord } from "./json.ts";
import { printable } from "./printable.ts";
import { describeValue } from "./sentences.ts";

/** A node of a document, and where it stands. */
export interface Place {
  readonly file: string;
  readonly node: unknown;
  readonly parent?: Place;
  readonly key?: string;
}

/** The JSON Pointer of a place in its file. */
export function pointerOf(place: Place): string {
  const steps: string[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) {
    steps.unshift(at.key.replaceAll("~", "~0").replaceAll("/", "~1"));
  }
  return steps.map((one) => `/${one}`).join("");
}

/** File and pointer in one word, as messages name a place. */
export const spot = (place: Place): string => printable(`${place.file}#${pointerOf(place)}`);

/** A document that cannot be compared: what is, what was expected, and where. */
export const misfit = (place: Place, expected: string): UsageError =>
  new UsageError(`${spot(place)}: found ${describeValue(place.node)}, expected ${expected}`);

/** What a place holds, which has to be an object. */
export function fieldsOf(place: Place): Record<string, unknown> {
  if (!isRecord(place.node)) throw misfit(place, "an object");
  return place.node;
}

/** The place under a key; undefined where there is none. */
export function below(place: Place, key: string): Place | undefined {
  const fields = fieldsOf(place);
  return Object.hasOwn(fields, key) ? { file: place.file, node: fields[key], parent: place, key } : undefined;
}

/** The schema of a media type, parameter or header; where it has none, anything goes. */
export const schemaBelow = (place: Place): Place => below(place, "schema") ?? { ...place, node: {} };

/** The named places of the object under a key; extensions are none of them. */
export function namedBelow(place: Place, key: string): [string, Place][] {
  const map = below(place, key);
  if (!map) return [];
  return Object.keys(fieldsOf(map)).map((name) => [
    name,
    { file: map.file, node: (map.node as Record<string, unknown>)[name], parent: map, key: name },
  ]);
}

/** The places of the list under a key. */
export function listBelow(place: Place, key: string): Place[] {
  const list = below(place, key);
  if (!list) return [];
  if (!Array.isArray(list.node)) throw misfit(list, "an array");
  return list.node.map((node: unknown, index) => ({ file: list.file, node, parent: list, key: String(index) }));
}

/** A value written so that equal values are equal texts, whatever the order of their keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  return `{${Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(",")}}`;
}
