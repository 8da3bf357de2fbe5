import type { Schema } from "../../base/formats/json-schema.ts";

/** Reads the strings of headers or a query as the numbers and lists that their schemas ask for; other texts stay as they are. */
export function fromWire(
  schema: Schema,
  values: Readonly<Record<string, string>> | Iterable<readonly [string, string]>,
): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const lists = new Map<string, unknown[]>();
  const read = [...(Symbol.iterator in values ? values : Object.entries(values))].map(([name, text]) => {
    const property = properties[name] ?? {};
    if (property.type !== "array") return [name, valueOf(property, text)] as const;
    const list = [...(lists.get(name) ?? []), valueOf((property.items ?? {}) as Schema, text)];
    lists.set(name, list);
    return [name, list] as const;
  });
  return Object.fromEntries(read);
}

function valueOf({ type }: Schema, text: string): unknown {
  const types = [type].flat();
  const isNumeric = types.includes("number") || types.includes("integer");
  return isNumeric && /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
