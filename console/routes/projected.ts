import type { Schema } from "../../base/formats/json-schema.ts";
import { fieldsOf, isRecord } from "../../base/json.ts";

/** The part of a value that a schema names: what an answer does not describe is not sent. */
export function projected({ properties, items }: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return isRecord(items) ? value.map((item) => projected(items, item)) : value;
  if (!isRecord(properties) || !isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      Object.hasOwn(value, name) ? [[name, projected(fieldsOf(schema), value[name])]] : [],
    ),
  );
}
