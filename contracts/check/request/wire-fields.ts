import type { Schema } from "../../../specs/operations.ts";
import { fromWire } from "../../../specs/schemas/wire.ts";

/** Reads one text as the type that its schema asks for. */
export const readText = (text: string, schema: unknown): unknown =>
  fromWire({ properties: { value: schema } }, { value: text }).value;

/** Reads the texts of a form or a query as the types that a schema asks for. */
export function readFields(schema: Schema, fields: Readonly<Record<string, string[]>>): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(fields).map(([key, values]): [string, unknown] => {
      const name = key.replace(/\[\w*\]$/, "");
      const property = properties[name] ?? {};
      const isList = property.type === "array";
      return [
        name,
        isList ? values.map((text) => readText(text, property.items)) : readText(values.join(","), property),
      ];
    }),
  );
}
