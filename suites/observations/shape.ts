import { isRecord } from "../../base/json.ts";
import { anonymizeName, freeObjects, isApiWord } from "../../base/text/anonymous-names.ts";

/** How deep a shape is described: deeper fields say little of an API. */
const deepest = 6;

/** The number of fields that are described: no documented answer has a tenth of them. */
const maxLines = 2000;

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
};

/** The shape of a value without its data: a line for each field, with its path and its type; a value that is not an object is described by its type alone. */
export function shapeOf(value: unknown): string[] {
  if (value === undefined) return ["no json"];
  const lines = new Set<string>();
  addLines(value, "", 0, lines);
  return lines.size > 0 ? [...lines] : [Array.isArray(value) ? "an empty list" : typeOf(value)];
}

/** The names of the fields of an object, of which few are seen: what is empty or null in one may be filled in another, so types would differ by chance. */
export const namesIn = (value: unknown): string[] =>
  isRecord(value) ? Object.keys(value).slice(0, maxLines).map(anonymizeName) : shapeOf(value);

function addLines(value: unknown, path: string, depth: number, lines: Set<string>): void {
  if (depth > deepest || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) return value.forEach((item: unknown) => addLines(item, `${path}[]`, depth + 1, lines));
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    if (lines.size >= maxLines) return;
    const own = `${path}.${anonymizeName(name)}`;
    lines.add(`${own} ${typeOf(fields[name])}`);
    if (!freeObjects.has(name)) addLines(fields[name], own, depth + 1, lines);
  }
}

/** A word or a number of the API, as it stands; any other value by its type. */
export const wordOf = (value: unknown): string | number =>
  typeof value === "number" || (typeof value === "string" && isApiWord(value))
    ? value
    : `a value of the type ${typeOf(value)}`;
