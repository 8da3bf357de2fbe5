import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDifferences } from "../differences/differences.ts";
import { openDocument } from "../documents/open-document.ts";
import { compareDocuments } from "./compare-documents.ts";
import { holders } from "./small-changes.test-data.ts";

const ajv = new Ajv2020({ strict: false });
const numbers = [-1, 0, 1, 1.5, 2, 3, 4, 6];
const texts = ["", "a", "b", "ab", "abc"];
const scalars = [null, true, false, ...numbers, ...texts];

/** Values that distinguish small schemas. */
const pool: unknown[] = [
  ...scalars,
  [],
  ...scalars.map((value) => [value]),
  ...[1, "a"].flatMap((first) => [1, "a", null].map((second) => [first, second])),
  {},
  ...scalars.flatMap((value) => [{ a: value }, { b: value }, { c: value }]),
  ...[1, "a", null].flatMap((a) => [1, "a", null].map((b) => ({ a, b }))),
  { a: { a: 1 } },
  { a: ["a"] },
];

const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const inner = tie("schema");
  const bound = fc.constantFrom(...numbers);
  const size = fc.nat(3);
  const some = (keywords: Record<string, fc.Arbitrary<unknown>>) => fc.record(keywords, { requiredKeys: [] });
  const type = fc.constantFrom("null", "boolean", "object", "array", "number", "integer", "string");
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.record({ type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })) }),
      fc.record({ enum: fc.uniqueArray(fc.constantFrom(...scalars), { minLength: 1, maxLength: 3 }) }),
      some({
        type: fc.constantFrom("number", "integer"),
        minimum: bound,
        maximum: bound,
        exclusiveMinimum: bound,
        multipleOf: fc.constantFrom(1, 2, 3, 0.5),
      }),
      fc.record(
        { type: fc.constant("string"), minLength: size, maxLength: size, pattern: fc.constantFrom("a", "b") },
        { requiredKeys: ["type"] },
      ),
      fc.record(
        {
          type: fc.constant("array"),
          items: inner,
          minItems: size,
          maxItems: size,
          uniqueItems: fc.boolean(),
          contains: inner,
          prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: ["type"] },
      ),
      // Both properties are always described: that a property which comes to an open object was free before is ignored on purpose.
      fc.record(
        {
          type: fc.constant("object"),
          properties: fc.record({ a: inner, b: inner }),
          required: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
          additionalProperties: fc.oneof(fc.boolean(), inner),
          minProperties: size,
          maxProperties: size,
          dependentRequired: fc.constant({ a: ["b"] }),
          propertyNames: fc.constantFrom({ pattern: "a" }, { maxLength: 0 }, true),
        },
        { requiredKeys: ["type", "properties"] },
      ),
      fc.record({ allOf: fc.array(inner, { minLength: 1, maxLength: 2 }) }),
      fc.record({ anyOf: fc.array(inner, { minLength: 1, maxLength: 3 }) }),
      // Alternatives of different types: where several fit at once, oneOf is compared as if it were anyOf.
      fc.record({
        oneOf: fc
          .tuple(inner, inner)
          .map(([left, right]) => [{ allOf: [{ type: "string" }, left] }, { allOf: [{ type: "object" }, right] }]),
      }),
      fc.record({ not: inner }),
      fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ["if"] }),
      fc.boolean(),
    ),
  };
});

/** A schema, and the same with one part of it replaced. */
const pairOfSchemas = fc.tuple(schema, schema, fc.nat(), fc.boolean()).map(([old, replacement, position, isWhole]) => {
  if (isWhole) return [old, replacement];
  const places: [Record<string, unknown>, string][] = [];
  const fresh = JSON.parse(JSON.stringify(old)) as unknown;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      if (key === "oneOf") {
        for (const { allOf } of child as { allOf: unknown[] }[]) visit(allOf[1]);
        continue;
      }
      if (/^(required|dependentRequired|enum|type)$/.test(key)) continue;
      if (/^(items|contains|not|if|then|else|a|b|additionalProperties|\d+)$/.test(key) && typeof child === "object") {
        places.push([node as Record<string, unknown>, key]);
      }
      visit(child);
    }
  };
  visit(fresh);
  const place = places[position % Math.max(1, places.length)];
  if (!place) return [old, replacement];
  place[0][place[1]] = replacement;
  return [old, fresh];
});

function levelsOf(holder: "request" | "webhook", old: unknown, fresh: unknown): string[] {
  const differences = createDifferences();
  const base = { openapi: "3.1.0", info: { title: "", version: "" } };
  const open = (part: unknown) => openDocument("x.json", () => ({ ...base, ...holders[holder](part) }));
  compareDocuments(open(old), open(fresh), differences);
  return differences.list().map(({ level }) => level);
}

const allowed = (schemaOf: unknown): unknown[] => pool.filter((value) => ajv.validate(schemaOf as object, value));

describe("over generated schemas", () => {
  const runs = { numRuns: 150, seed: 42 };
  test("what is sent and was right is still right, unless something is reported", () => {
    fc.assert(
      fc.property(pairOfSchemas, ([old, fresh]) => {
        if (levelsOf("request", old, fresh).some((level) => level !== "compatible")) return;
        for (const value of allowed(old))
          expect(ajv.validate(fresh as object, value), JSON.stringify(value)).toBe(true);
      }),
      runs,
    );
  });

  test("what is received now could be received before, unless something is reported", () => {
    fc.assert(
      fc.property(pairOfSchemas, ([old, fresh]) => {
        if (levelsOf("webhook", old, fresh).some((level) => level !== "compatible")) return;
        for (const value of allowed(fresh))
          expect(ajv.validate(old as object, value), JSON.stringify(value)).toBe(true);
      }),
      runs,
    );
  });

  test("a schema and a copy of it differ in nothing", () => {
    fc.assert(
      fc.property(schema, (generated) => {
        expect(levelsOf("request", generated, JSON.parse(JSON.stringify(generated)))).toEqual([]);
      }),
      runs,
    );
  });
});
