import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { formatSchema } from "../../base/formats/format-check.ts";
import type { Schema } from "../../base/formats/json-schema.ts";
import { packageFile } from "../../base/package-file.ts";
import type { Operation } from "../operations.ts";
import { conditionsOf, deriveSchema, presencesOf, type Slot, slotsOf } from "../schemas.ts";

/** Every schema that values are checked against: of the parts of exchanges, of what conditions in them ask, and of the formats of files. */
export function heldSchemas(operations: readonly Operation[]): Schema[] {
  const parts = operations.flatMap((operation) =>
    slotsHeld(operation)
      .map((slot) => deriveSchema(operation, slot))
      .filter((schema) => schema !== undefined),
  );
  return [...parts, ...parts.flatMap(conditionsIn), ...formatNames().map(formatSchema)];
}

const slotsHeld = (operation: Operation): Slot[] => {
  const asked = Object.fromEntries(presencesOf(operation).map(({ query, is }) => [query, is]));
  return slotsOf(operation, [{}, asked], [[], conditionsOf(operation)]);
};

/** The schemas in a schema that decide whether another holds. */
function conditionsIn(node: unknown): Schema[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === "if" ? [value as Schema] : conditionsIn(value),
  );
}

/** The formats of files, and the parts of those that have nothing else. */
function formatNames(): string[] {
  const folder = dirname(packageFile("docs/schemas/results.schema.json"));
  const names = readdirSync(folder).map((file) => file.replace(/\.schema\.json$/, ""));
  return names.flatMap((name) => {
    const { type, $defs = {} } = formatSchema(name);
    return type ? [name] : Object.keys($defs as object).map((part) => `${name}#${part}`);
  });
}
