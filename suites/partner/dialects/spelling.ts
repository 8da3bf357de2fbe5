import type { Dialect } from "./choices.ts";

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How each order arranges the fields of an object. */
const orders: Record<Dialect["order of fields"], (fields: [string, unknown][]) => [string, unknown][]> = {
  "as documented": (fields) => fields,
  reversed: (fields) => fields.toReversed(),
  "by name": (fields) => fields.toSorted(([a], [b]) => (a < b ? -1 : 1)),
};

/** A value with the fields of its objects in the dialect's order. */
export function inOrder(value: unknown, order: Dialect["order of fields"]): unknown {
  if (order === "as documented") return value;
  if (Array.isArray(value)) return value.map((item) => inOrder(item, order));
  if (!isObject(value)) return value;
  return Object.fromEntries(orders[order](Object.entries(value)).map(([name, held]) => [name, inOrder(held, order)]));
}

/** Fields that no specification shows. */
const furtherFields = { trace_id: "3f2a-77", sent_by: { node: 7, tags: [[], null] } };

/** An object with further fields. */
export const withFurther = (
  fields: Fields,
  where: Dialect["further fields of webhooks" | "further fields of answers"],
): Fields => {
  if (where === "none") return fields;
  return where === "first" ? { ...furtherFields, ...fields } : { ...fields, ...furtherFields };
};

/** JSON in the dialect's spelling. */
export function jsonIn(value: unknown, spelling: Dialect["JSON text"]): string {
  if (spelling === "compact") return JSON.stringify(value);
  if (spelling === "indented") return `${JSON.stringify(value, null, 2)}\n`;
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, escaped)
    .replaceAll("/", "\\/");
}

const capitalised = (name: string): string => name.replace(/(^|-)[a-z]/g, (begin) => begin.toUpperCase());

/** A header's name in the dialect's letter case. */
export const headerIn = (
  name: string,
  letters: Dialect["header names of webhooks" | "header names of answers"],
): string => {
  if (letters === "upper case") return name.toUpperCase();
  return letters === "usual case" ? capitalised(name) : name.toLowerCase();
};

const offsetOf = (zone: Dialect["time zone"]): number => {
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d\d):(\d\d)/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes)) * 60_000;
};

const fractions: Record<Dialect["fractions of seconds"], string> = {
  none: "",
  "three digits": ".000",
  "six digits": ".000000",
};

/** A value whose moments, ISO 8601 with an offset, are reported in the dialect's time zone, and to its fraction of a second. */
export function inZone(value: unknown, dialect: Pick<Dialect, "time zone" | "fractions of seconds">): unknown {
  if (Array.isArray(value)) return value.map((item) => inZone(item, dialect));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, inZone(held, dialect)]));
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)$/.test(value)) return value;
  const { "time zone": zone, "fractions of seconds": fraction } = dialect;
  return new Date(Date.parse(value) + offsetOf(zone)).toISOString().slice(0, 19) + fractions[fraction] + zone;
}
