import { anonymizeName, freeObjects, isApiWord } from "../../base/anonymous-names.ts";
import { isRecord } from "../../base/json.ts";

/** How deep a shape is told: deeper fields say little of an API. */
const deepest = 6;

const typeOf = (value: unknown): string => {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
};

/** The shape of a value without anybody's data: a line for each field, with its path and its type; a value that is not an object is told by its type alone. */
export function shapeOf(value: unknown): string[] {
  if (value === undefined) return ["no json"];
  const lines = [...new Set(linesOf(value, "", 0))];
  return lines.length > 0 ? lines : [Array.isArray(value) ? "an empty list" : typeOf(value)];
}

/** The names of the fields of an object, of which few are seen: what is empty or null in one may be filled in another, so types would differ by chance. */
export const namesIn = (value: unknown): string[] =>
  isRecord(value) ? Object.keys(value).map(anonymizeName) : shapeOf(value);

function linesOf(value: unknown, path: string, depth: number): string[] {
  if (depth > deepest || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => linesOf(item, `${path}[]`, depth + 1));
  return Object.entries(value).flatMap(([name, field]) => {
    const own = `${path}.${anonymizeName(name)}`;
    return [`${own} ${typeOf(field)}`, ...(freeObjects.has(name) ? [] : linesOf(field, own, depth + 1))];
  });
}

/** A word or a number of the API, as it stands; any other value by its type. */
export const wordOf = (value: unknown): string | number =>
  typeof value === "number" || (typeof value === "string" && isApiWord(value))
    ? value
    : `a value of the type ${typeOf(value)}`;
