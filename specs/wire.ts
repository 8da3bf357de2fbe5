import type { Schema } from "../base/json-schema.ts";

/** Reads the strings of headers or a query as the numbers that their schemas ask for; other texts stay as they are. */
export function fromWire(schema: Schema, values: Readonly<Record<string, string>>): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => {
      const types = [properties[name]?.type].flat();
      const isNumeric = types.includes("number") || types.includes("integer");
      return [name, isNumeric && /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text];
    }),
  );
}
