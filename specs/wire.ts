import type { Schema } from "../base/json-schema.ts";

/** Reads the strings of headers or a query as the numbers and lists that their schemas ask for; other texts stay as they are. */
export function fromWire(
  schema: Schema,
  values: Readonly<Record<string, string>> | Iterable<readonly [string, string]>,
): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const read: Record<string, unknown> = {};
  for (const [name, text] of Symbol.iterator in values ? values : Object.entries(values)) {
    const property = properties[name] ?? {};
    const earlier = read[name];
    if (property.type === "array")
      read[name] = [...(Array.isArray(earlier) ? earlier : []), valueOf((property.items ?? {}) as Schema, text)];
    else read[name] = valueOf(property, text);
  }
  return read;
}

function valueOf({ type }: Schema, text: string): unknown {
  const types = [type].flat();
  const isNumeric = types.includes("number") || types.includes("integer");
  return isNumeric && /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
