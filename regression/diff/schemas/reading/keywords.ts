import { canonical } from "../../documents/canonical.ts";
import type { DocumentPlace } from "../../documents/place.ts";
import { commonTypes, type Types, typeOf, typesOf } from "./types.ts";

/** Values by their canonical text. */
export type ListedValues = ReadonlyMap<string, unknown>;

/** One end of the numbers that are allowed. */
export interface Bound {
  value: number;
  isExclusive: boolean;
}

/** The types that every part allows; undefined where none names any. */
export function readTypes(parts: readonly DocumentPlace[], isLegacy: boolean): Types | undefined {
  let types: Types | undefined;
  let meansNull = false;
  for (const { node } of parts) {
    const { type, nullable } = node as Record<string, unknown>;
    const own = typesOf(type);
    // Beside `allOf` nullable has no effect literally; anyone who writes it there means that null may come.
    if (isLegacy && nullable === true && !own) meansNull = true;
    types = commonTypes(types, own && isLegacy && nullable === true ? new Set([...own, "null"]) : own);
  }
  const isWhole = parts.some(({ node }) => Number.isInteger((node as Record<string, unknown>).multipleOf));
  if (types && isWhole) types = new Set([...types].map((type) => (type === "number" ? "integer" : type)));
  return types && meansNull ? new Set([...types, "null"]) : types;
}

/** The values that every part lists, and further lists too; undefined where nothing is listed. */
export function readValues(
  parts: readonly DocumentPlace[],
  types: Types | undefined,
  isLegacy: boolean,
  further: readonly unknown[][] = [],
): ListedValues | undefined {
  const lists = parts.flatMap(({ node }) => {
    const fields = node as Record<string, unknown>;
    const own = [fields.enum, Object.hasOwn(fields, "const") ? [fields.const] : undefined];
    return own
      .filter(Array.isArray)
      .map((list: unknown[]) => (isLegacy && fields.nullable === true ? [...list, null] : list));
  });
  let values: Map<string, unknown> | undefined;
  for (const list of [...lists, ...further]) {
    const own = new Map(list.map((value) => [canonical(value), value]));
    values = new Map([...own].filter(([text]) => !values || values.has(text)));
  }
  const isTyped = (value: unknown): boolean => !types || Boolean(commonTypes(types, new Set([typeOf(value)]))?.size);
  return values && new Map([...values].filter(([, value]) => isTyped(value)));
}

/** The tightest bound of all parts. Between whole numbers, an exclusive bound is the next number's inclusive bound. */
export function readBound(
  parts: readonly DocumentPlace[],
  keyword: "minimum" | "maximum",
  wholeOnly: boolean,
): Bound | undefined {
  const sign = keyword === "minimum" ? 1 : -1;
  const exclusive = keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const tighter = (known: Bound | undefined, next: Bound): Bound => {
    if (!known) return next;
    const gain = (next.value - known.value) * sign;
    return gain > 0 || (gain === 0 && next.isExclusive) ? next : known;
  };
  let found: Bound | undefined;
  for (const { node } of parts) {
    const fields = node as Record<string, unknown>;
    const plain = fields[keyword];
    const strict = fields[exclusive];
    if (typeof plain === "number") found = tighter(found, { value: plain, isExclusive: strict === true });
    if (typeof strict === "number") found = tighter(found, { value: strict, isExclusive: true });
  }
  if (!found || !wholeOnly) return found;
  const { value, isExclusive } = found;
  if (isExclusive) return { value: sign > 0 ? Math.floor(value) + 1 : Math.ceil(value) - 1, isExclusive: false };
  return { value: sign > 0 ? Math.ceil(value) : Math.floor(value), isExclusive: false };
}
