import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkFile, compileSchema, createAjv } from "../../base/compile-schema.ts";
import type { Schema } from "../../base/formats/json-schema.ts";
import { packageFile } from "../../base/package-file.ts";
import { loadOperations } from "../operations.ts";
import { heldSchemas } from "./held-schemas.ts";

const schemas = new Map(heldSchemas(loadOperations()).map((schema) => [JSON.stringify(schema), schema]));
const dist = join(packageFile("package.json"), "../dist/schema-checks");

/** Values that have some of the fields of a schema, at any depth, most of them wrong. */
const valueFor = (schema: Schema): fc.Arbitrary<unknown> => {
  const { properties = {}, items, enum: choices, const: only, $ref, $defs } = schema;
  const named = Object.entries(properties as Record<string, Schema>).map(([name, property]) => [
    name,
    valueFor({ $defs, ...property }),
  ]);
  const part = typeof $ref === "string" ? ($defs as Record<string, Schema> | undefined)?.[basename($ref)] : undefined;
  return fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(only ?? "2026-03-01", ...((choices ?? ["2026-03-01T10:00:00Z"]) as unknown[])),
    ...(named.length > 0 ? [{ weight: 6, arbitrary: fc.record(Object.fromEntries(named), { requiredKeys: [] }) }] : []),
    ...(items ? [fc.array(valueFor({ $defs, ...(items as Schema) }), { maxLength: 2 })] : []),
    ...(part ? [valueFor(part)] : []),
  );
};

describe("the schemas that values are checked against", () => {
  test("are compiled by the build", () => {
    expect(schemas.size).toBeGreaterThan(50);
    const missing = [...schemas.keys()].filter((words) => !existsSync(join(dist, basename(checkFile(words)))));
    expect(missing).toEqual([]);
  });

  test("find the same errors, compiled by the build or now", () => {
    for (const schema of schemas.values()) {
      const [check, now] = [compileSchema(schema), createAjv({ optimize: false }).compile(schema)];
      fc.assert(
        fc.property(valueFor(schema), (value) => {
          expect(check(value)).toBe(now(value));
          expect(check.errors).toEqual(now.errors);
        }),
        { seed: 42, numRuns: 20 },
      );
    }
  });
});
