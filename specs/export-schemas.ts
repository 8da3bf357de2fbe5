import { countryCodes } from "../base/countries.ts";
import { formats } from "../base/formats.ts";
import type { Schema } from "../base/json-schema.ts";
import { loadOperations, type Operation } from "./operations.ts";
import { deriveSchema, presencesOf, type Slot } from "./schemas.ts";

/** One derived JSON Schema, ready for other tools. */
export interface ExportedSchema {
  name: string;
  schema: Schema;
}

/** Every derived schema: one for each operation, direction, status and part that the specification shows. */
export const exportSchemas = (operations: Operation[] = loadOperations()): ExportedSchema[] =>
  operations.flatMap((operation) =>
    slotsOf(operation).flatMap((slot) => {
      const schema = deriveSchema(operation, slot);
      if (!schema) return [];
      const asked = Object.entries(slot.query ?? {}).map(([name, value]) => `${name}-${String(value)}`);
      const name = [operation.id, slot.direction, slot.status, slot.part, ...asked].filter(Boolean).join(".");
      return [
        {
          name,
          schema: {
            $schema: dialect,
            $id: `https://schemas.assay.example/api/${name}.json`,
            ...(portable(schema) as Schema),
          },
        },
      ];
    }),
  );

const dialect = "https://json-schema.org/draft/2020-12/schema";

function slotsOf(operation: Operation): Slot[] {
  // Some queries change which fields an answer has.
  const queries = [{}, ...presencesOf(operation).map(({ query, is }) => ({ [query]: is }))];
  return [
    ...(["path", "query", "headers", "body"] as const).map((part): Slot => ({ direction: "request", part })),
    ...Object.keys(operation.responses).flatMap((status): Slot[] => [
      { direction: "response", status, part: "headers" },
      ...queries
        .map((query): Slot => ({ direction: "response", status, part: "body", query }))
        .filter((slot) => status === "200" || slot.query === queries[0]),
    ]),
  ];
}

/** Our formats written as patterns or as lists, which every validator knows. */
function portable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(portable);
  if (typeof node !== "object" || node === null) return node;
  const out = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, portable(value)]));
  const format = typeof out.format === "string" ? formats[out.format] : undefined;
  const { format: name, ...rest } = out;
  if (name === "country-code") return { ...rest, enum: countryCodes, "x-format": name };
  if (!format || name === "date") return out;
  return { ...rest, pattern: format.pattern.source, "x-format": name };
}
