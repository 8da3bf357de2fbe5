import { compileSchema } from "../../base/compile-schema.ts";
import { HarnessError } from "../../base/errors.ts";
import { complaintsOf } from "../../base/formats/format-check.ts";
import type { Schema } from "../../base/formats/json-schema.ts";
import { parseJson } from "../../base/json.ts";

/** Reads a stored value by its schema. Another assay, or a hand, wrote one of another form; no value stands in the message. */
export function stored<T>(what: string, schema: Schema, value: unknown): T {
  const check = compileSchema(schema);
  if (check(value)) return value as T;
  const [found] = complaintsOf(check.errors ?? []);
  throw new HarnessError(
    `${what}: what is stored has another form than this assay knows: ${found?.path.join(".")}: ${found?.withoutValue ?? found?.what}`,
  );
}

/** The same of a text. */
export const storedText = <T>(what: string, schema: Schema, text: string): T => stored(what, schema, parseJson(text));

/** An object with these properties, all of which are there unless fewer are named. */
export const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: "object",
  properties,
  required,
});
