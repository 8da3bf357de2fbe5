import { canonical, type Place } from "../../base/place.ts";
import { allTypes, common, type Types, typeOf, typesOf } from "./types.ts";

/** One end of the numbers that are allowed. */
export interface Bound {
  value: number;
  exclusive: boolean;
}

/** The types that every part allows; undefined where none names any. */
export function readTypes(parts: readonly Place[], legacy: boolean): Types | undefined {
  let types: Types | undefined;
  let meansNull = false;
  for (const { node } of parts) {
    const { type, nullable } = node as Record<string, unknown>;
    const own = typesOf(type);
    // Beside `allOf` nullable has no effect by the letter; whoever writes it there means that null may come.
    if (legacy && nullable === true && !own) meansNull = true;
    types = common(types, own && legacy && nullable === true ? new Set([...own, "null"]) : own);
  }
  const isWhole = parts.some(({ node }) => Number.isInteger((node as Record<string, unknown>).multipleOf));
  if (types && isWhole) types = new Set([...types].map((type) => (type === "number" ? "integer" : type)));
  return types && meansNull ? new Set([...types, "null"]) : types;
}

/** The types that are left where a `not` forbids some and nothing else; whole numbers alone are no type that can be left out. */
export function typesBeside(types: Types | undefined, forbidden: readonly Place[]): Types | undefined {
  const isPlain = forbidden.every(({ node }) => Object.keys(node as object).join() === "type");
  const refused = isPlain ? readTypes(forbidden, false) : undefined;
  if (!refused || refused.has("integer")) return undefined;
  const isLeft = (type: string): boolean => !refused.has(type) && !(type === "integer" && refused.has("number"));
  return new Set([...(types ?? allTypes)].filter(isLeft));
}

/** The values that every part lists, by their canonical text. */
export function readValues(
  parts: readonly Place[],
  types: Types | undefined,
  legacy: boolean,
  more: readonly unknown[][] = [],
): ReadonlyMap<string, unknown> | undefined {
  const lists = parts.flatMap(({ node }) => {
    const fields = node as Record<string, unknown>;
    const own = [fields.enum, Object.hasOwn(fields, "const") ? [fields.const] : undefined];
    return own
      .filter(Array.isArray)
      .map((list: unknown[]) => (legacy && fields.nullable === true ? [...list, null] : list));
  });
  let values: Map<string, unknown> | undefined;
  for (const list of [...lists, ...more]) {
    const own = new Map(list.map((value) => [canonical(value), value]));
    values = new Map([...own].filter(([text]) => !values || values.has(text)));
  }
  return values && new Map([...values].filter(([, value]) => !types || common(types, new Set([typeOf(value)]))?.size));
}

/** The tightest bound of all parts. Between whole numbers, an exclusive bound is the next one's inclusive. */
export function readBound(
  parts: readonly Place[],
  keyword: "minimum" | "maximum",
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
  wholeOnly: boolean,
): Bound | undefined {
  const sign = keyword === "minimum" ? 1 : -1;
  const tighter = (one: Bound | undefined, other: Bound): Bound =>
    !one || (other.value - one.value) * sign > 0 || (other.value === one.value && other.exclusive) ? other : one;
  let found: Bound | undefined;
  for (const { node } of parts) {
    const fields = node as Record<string, unknown>;
    const plain = fields[keyword];
    const strict = fields[exclusive];
    if (typeof plain === "number") found = tighter(found, { value: plain, exclusive: strict === true });
    if (typeof strict === "number") found = tighter(found, { value: strict, exclusive: true });
  }
  if (!found || !wholeOnly) return found;
  const { value } = found;
  if (found.exclusive) return { value: sign > 0 ? Math.floor(value) + 1 : Math.ceil(value) - 1, exclusive: false };
  return { value: sign > 0 ? Math.ceil(value) : Math.floor(value), exclusive: false };
}
