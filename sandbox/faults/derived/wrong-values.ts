import type { Place } from "./places.ts";

/** What stands for a field that is left out. */
export const missing = Symbol("missing");

/** One way in which the value of a place can be wrong. */
export interface WrongValue {
  /** The way in words, after the name of the place. */
  wrong: string;
  kind: "field" | "enum";
  /** The requirement, where it is another than that of the place. */
  breaks?: string;
  change: (value: unknown) => unknown;
}

const text = (change: (value: string) => unknown) => (value: unknown) =>
  typeof value === "string" ? change(value) : value;
const number = (change: (value: number) => unknown) => (value: unknown) =>
  typeof value === "number" ? change(value) : value;

const swapCase = (value: string): string =>
  value.replace(/\p{L}/gu, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );

const emptied = (value: unknown): unknown => {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null ? {} : value;
};

/** A type that a place does not allow, and how its values become of that type. */
const retypings: [allowed: string, wrong: string, type: string, change: (value: unknown) => unknown][] = [
  ["string", "is a number", "number", text((value) => Number.parseInt(value, 10) || 7)],
  ["number", "is text", "string", number(String)],
  ["integer", "is text", "string", number(String)],
  ["integer", "is a fraction", "number", number((value) => value + 0.5)],
  ["boolean", "is a number", "number", (value) => (typeof value === "boolean" ? Number(value) : value)],
  ["boolean", "is text", "string", (value) => (typeof value === "boolean" ? String(value) : value)],
  ["array", "is an object", "object", (value) => (Array.isArray(value) ? { ...value } : value)],
  ["array", "is text", "string", (value) => (Array.isArray(value) ? JSON.stringify(value) : value)],
  ["object", "is a list", "array", (value) => (isObject(value) ? [value] : value)],
  ["object", "is text", "string", (value) => (isObject(value) ? JSON.stringify(value) : value)],
];

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** Every way in which the value of a place can be wrong. */
export function wrongValues({ types, values, requiredBy }: Place): WrongValue[] {
  const allows = (type: string) => types.includes(type);
  const isNumeric = allows("number") || allows("integer");
  const field = (wrong: string, change: WrongValue["change"], breaks?: string): WrongValue => ({
    wrong,
    kind: "field",
    change,
    ...(breaks ? { breaks } : {}),
  });
  return [
    ...(requiredBy ? [field("is missing", () => missing, requiredBy)] : []),
    ...(types.length > 0 && !allows("null") ? [field("is null", () => null)] : []),
    ...retypings
      .filter(([allowed, , type]) => allows(allowed) && !allows(type))
      .map(([, wrong, , change]) => field(wrong, change)),
    ...(allows("string") || allows("array") || allows("object") ? [field("is empty", emptied)] : []),
    ...(isNumeric ? [field("has the other sign", number((value) => -value))] : []),
    ...(allows("string") ? [field("has the other letter case", text(swapCase))] : []),
    ...values.flatMap((value, index) => wrongEnumValues(value, values[(index + 1) % values.length])),
  ];
}

/** One documented value told as the next, and as none that is documented. */
const wrongEnumValues = (value: unknown, next: unknown): WrongValue[] => {
  const undocumented = typeof value === "number" ? 99 : `${String(value)}_`;
  const told = (as: unknown): WrongValue => ({
    wrong: `${JSON.stringify(value)} reads ${JSON.stringify(as)}`,
    kind: "enum",
    change: (given) => (given === value ? as : given),
  });
  return next === value ? [told(undocumented)] : [told(next), told(undocumented)];
};

/** A copy of a value in which everything at a path is changed. */
export function changedAt(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (step === "*")
    return Array.isArray(value)
      ? value.map((item) => changedAt(item, rest, change)).filter((item) => item !== missing)
      : value;
  if (!isObject(value) || !Object.hasOwn(value as object, step)) return value;
  const { [step]: old, ...others } = value as Record<string, unknown>;
  const changed = changedAt(old, rest, change);
  return changed === missing ? others : { ...(value as object), [step]: changed };
}
