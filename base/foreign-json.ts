import { fieldsOf, parseJson } from "./json.ts";

/** The number of levels of a foreign value that are kept: no documented one has ten. What is deeper would run every recursion out of stack. */
export const maxLevels = 64;

/** Beyond how many levels a text is not read at all: the deepest that a body may have would take hundreds of megabytes. */
export const deepestText = 10_000;

/** The number of items of a foreign list that are kept: no documented page comes near it. */
export const maxItems = 5000;

/**
 * A text from outside as JSON; undefined where it is none. Whatever it holds, it can be walked, written and judged: what is nested too deep becomes null,
 * a list that is too long is cut, and no key changes what an object is.
 */
export function readForeignJson(text: string): unknown {
  if (text.length < large) return readTamed(text);
  // Several look at the same answer, one after the other, and a large one takes hundreds of megabytes to parse.
  if (last?.text !== text) last = { text, value: readTamed(text) };
  return last.value;
}

/** From how many characters on a text is large. */
const large = 1_000_000;

/** The last large text that was read. */
let last: { text: string; value: unknown } | undefined;

/** Keys that change what an object is, or that it can be written as a text. */
const upsetting = ["__proto__", "toString", "valueOf"];

/** Ids that may be beyond what a number can distinguish; of more digits than this, they are no numbers at all. */
const longIds = /("id"\s*:\s*)(\d{16,100})(?=\s*[,}])/g;

/** The ids that were rounded when they were read, as they were written. */
const writtenIds = new WeakMap<object, string>();

/** The id of an object as it was written, also where it was read as a number that others have too. */
export const idOf = (object: { readonly id?: unknown }): unknown => writtenIds.get(object) ?? object.id;

function readTamed(text: string): unknown {
  const value = parseJson(text, deepestText);
  const exact = text.search(longIds) < 0 ? undefined : parseJson(text.replace(longIds, '$1"$2"'), deepestText);
  const stack: [node: object, level: number, exact: unknown][] = isNested(value) ? [[value, 1, exact]] : [];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, level, twin] = next;
    const [{ id }, { id: written }] = [fieldsOf(node), fieldsOf(twin)];
    if (typeof id === "number" && !Number.isSafeInteger(id) && typeof written === "string")
      writtenIds.set(node, written);
    if (Array.isArray(node) && node.length > maxItems) node.length = maxItems;
    const fields = node as Record<string, unknown>;
    for (const key of upsetting) if (Object.hasOwn(fields, key)) delete fields[key];
    // Pairs of hundreds of thousands of keys would take as much as the object itself.
    for (const key in fields) {
      const child = fields[key];
      if (!isNested(child)) continue;
      if (level < maxLevels) stack.push([child, level + 1, (twin as typeof fields | undefined)?.[key]]);
      else fields[key] = null;
    }
  }
  return value;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;
