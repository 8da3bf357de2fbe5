import { HarnessError } from "../../base/errors.ts";
import type { Schema } from "../../base/formats/json-schema.ts";
import { loadOperations } from "../operations.ts";

/** The documented values of a coded field in the items that an operation lists. */
export function documentedValues(operation: string, field: string): string[] {
  const { schema } = loadOperations().find(({ id }) => id === operation)?.responses["200"] ?? {};
  const found = schema && search(schema, field);
  if (!found) throw new HarnessError(`${operation} documents no values of ${field}`);
  return found;
}

function search(node: unknown, field: string): string[] | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  const own = ((node as Schema).properties as Record<string, Schema> | undefined)?.[field]?.enum;
  if (Array.isArray(own)) return own as string[];
  for (const child of Object.values(node)) {
    const found = search(child, field);
    if (found) return found;
  }
  return undefined;
}
