import { countryCodes } from "../../base/formats/countries.ts";
import { formats } from "../../base/formats/formats.ts";
import type { Schema } from "../../base/formats/json-schema.ts";
import { loadOperations, type Operation } from "../operations.ts";
import { deriveSchema, presencesOf, type Slot, slotsOf } from "../schemas.ts";

/** One derived JSON Schema, ready for other tools. */
export interface ExportedSchema {
  name: string;
  schema: Schema;
}

/** Every derived schema: one for each operation, direction, status and part that the specification shows. */
export const exportSchemas = (operations: Operation[] = loadOperations()): ExportedSchema[] =>
  operations.flatMap((operation) =>
    slotsShown(operation).flatMap((slot) => {
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

/** Some queries change which fields the body of a 200 has. */
const slotsShown = (operation: Operation): Slot[] => {
  const plain = {};
  const queries = [plain, ...presencesOf(operation).map(({ query, is }) => ({ [query]: is }))];
  return slotsOf(operation, queries).filter(
    ({ direction, part, status, query }) =>
      direction === "request" || query === plain || (part === "body" && status === "200"),
  );
};

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
