import type { Place } from "../../../specs/schemas/places.ts";

/** Stands for a field that is left out. */
const missing = Symbol("missing");

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
  value.replace(/\p{L}/gu, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));

const emptied = (value: unknown): unknown => {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null ? {} : value;
};

/** A type, in words, and how a value becomes of that type. */
const retypings: [type: string, wrong: string, change: (value: unknown) => unknown][] = [
  ["number", "is a number", (value) => Number.parseInt(String(value), 10) || 7],
  ["string", "is text", (value) => (typeof value === "object" ? JSON.stringify(value) : String(value))],
  ["array", "is a list", (value) => [value]],
  ["object", "is an object", (value) => ({ value })],
];

/** The number of types that stand for all those that a place does not allow. */
const enough = 2;

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** Every way in which the value of a place can be wrong. */
export function wrongValues({ types, values, requiredBy, isEmpty }: Place): WrongValue[] {
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
    ...(types.length === 0 ? [] : retypings)
      .filter(([type]) => !allows(type) && !(type === "number" && allows("integer")))
      .slice(0, enough)
      .map(([, wrong, change]) => field(wrong, change)),
    ...(allows("integer") && !allows("number")
      ? [
          field(
            "is a fraction",
            number((value) => value + 0.5),
          ),
        ]
      : []),
    ...(!isEmpty && (allows("string") || allows("array") || allows("object")) ? [field("is empty", emptied)] : []),
    ...(isNumeric
      ? [
          field(
            "has the other sign",
            number((value) => -value),
          ),
        ]
      : []),
    ...(allows("string") ? [field("has the other letter case", text(swapCase))] : []),
    ...values.flatMap((value, index) => wrongEnumValues(value, values[(index + 1) % values.length])),
  ];
}

/** One documented value sent as the next, and as none that is documented. */
const wrongEnumValues = (value: unknown, next: unknown): WrongValue[] => {
  const undocumented = typeof value === "number" ? 99 : `${String(value)}_`;
  const stated = (as: unknown): WrongValue => ({
    wrong: `${JSON.stringify(value)} reads ${JSON.stringify(as)}`,
    kind: "enum",
    change: (given) => (given === value ? as : given),
  });
  return next === value ? [stated(undocumented)] : [stated(next), stated(undocumented)];
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
