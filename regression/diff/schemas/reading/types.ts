/** The types of JSON Schema; `number` holds every integer too. */
export const allTypes = ["null", "boolean", "object", "array", "number", "string"] as const;
export type Types = ReadonlySet<string>;

const anything: Types = new Set(allTypes);

/** The types that the keyword `type` names; undefined where it names none. */
export function typesOf(type: unknown): Types | undefined {
  const names = [type].flat().filter((name): name is string => typeof name === "string");
  if (names.length === 0) return undefined;
  const types = new Set(names);
  if (types.has("number")) types.delete("integer");
  return types;
}

/** The types that both sets allow. */
export function commonTypes(a: Types | undefined, b: Types | undefined): Types | undefined {
  if (!a || !b) return a ?? b;
  const both = [...a].filter((type) => b.has(type) || (type === "integer" && b.has("number")));
  return new Set(a.has("number") && b.has("integer") ? [...both, "integer"] : both);
}

/** The type of a value, as schemas name it. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/** The types of a set that another does not allow. As text, every scalar is a string. */
export function typesBeyond(types: Types = anything, allowed: Types = anything, isText = false): string[] {
  return [...types].filter(
    (type) =>
      !allowed.has(type) &&
      !(type === "integer" && allowed.has("number")) &&
      !(isText && allowed.has("string") && ["number", "integer", "boolean"].includes(type)),
  );
}

/** True if a set allows values of a type; either kind of number stands for both. */
export const allows = (types: Types | undefined, type: string): boolean =>
  !types ||
  types.has(type) ||
  (type === "number" && types.has("integer")) ||
  (type === "integer" && types.has("number"));

const phrases: Record<string, string> = {
  boolean: "a boolean",
  object: "an object",
  array: "an array",
  number: "a number",
  integer: "a whole number",
  string: "a string",
};

/** Types in words. */
export function describeTypes(types: Iterable<string> | undefined): string {
  const words = types && [...types].map((type) => phrases[type] ?? type);
  if (!words) return "anything";
  return words.length === 0 ? "nothing" : words.join(" or ");
}
