import { formats } from "../formats/formats.ts";
import type { Schema } from "../formats/json-schema.ts";

/** The number of characters of a string that a sentence repeats. */
const longest = 60;

/** Describes a value in a few words. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  if (typeof value === "object") return Object.keys(value).length === 0 ? "an empty object" : "an object";
  if (typeof value === "string") {
    return `the string ${JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value)}`;
  }
  return `the ${typeof value} ${String(value)}`;
}

/** Names the kind of a value in a few words that repeat nothing of it. */
export const describeKind = (value: unknown): string =>
  ["string", "number", "boolean"].includes(typeof value) ? `a ${typeof value}` : describeValue(value);

/** Describes the values that a schema asks for in a few words. */
export function describeSchema(schema: Schema): string {
  if (schema.not) return "nothing";
  if (typeof schema["x-is"] === "string") return schema["x-is"];
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) {
    const values = schema.enum.map((value) => JSON.stringify(value));
    return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
  }
  if (!schema.type) return "a value";
  return [schema.type]
    .flat()
    .map((type) => phrases[type as keyof typeof phrases](schema))
    .join(" or ");
}

const phrases = {
  null: () => "null",
  boolean: () => "a boolean",
  object: (schema: Schema) => (schema.maxProperties === 0 ? "an empty object" : "an object"),
  array: ({ minItems, maxItems }: Schema) => {
    if (maxItems === 0) return "an empty array";
    return typeof minItems === "number" && minItems > 0 ? "an array that is not empty" : "an array";
  },
  number: (schema: Schema) => `a number${bounds(schema)}`,
  integer: (schema: Schema) => `a whole number${bounds(schema)}`,
  string: (schema: Schema) => {
    if (schema.maxLength === 0) return "an empty string";
    const format = formats[String(schema.format)];
    if (format) return format.is;
    if (schema.pattern) return `a string that matches ${String(schema.pattern)}`;
    return schema.minLength === 1 ? "a string that is not empty" : "a string";
  },
};

const bounds = ({ minimum, maximum, exclusiveMinimum }: Schema): string =>
  (exclusiveMinimum === undefined ? "" : ` above ${String(exclusiveMinimum)}`) +
  (minimum === undefined ? "" : ` from ${String(minimum)}`) +
  (maximum === undefined ? "" : ` to ${String(maximum)}`);
