import type { ErrorObject } from "ajv/dist/2020.js";
import { compileSchema } from "../base/compile-schema.ts";
import type { Schema } from "../base/formats/json-schema.ts";
import { pointerOf } from "../base/pointer.ts";
import { describeSchema, describeValue } from "../base/text/sentences.ts";
import type { Operation } from "./operations.ts";
import { deriveSchema, presencesOf, type Slot } from "./schemas.ts";

/** One place where a value is not as the specification says. */
export interface SchemaError {
  /** JSON Pointer into the value. */
  pointer: string;
  found: string;
  expected: string;
  /** The requirement that it belongs to, where the specification gives one. */
  requirement?: string;
}

const schemas = new WeakMap<Operation, Map<string, Schema | undefined>>();

/** The schema of one part of an exchange, derived when it is first asked for; undefined where the specification shows none. */
export function schemaFor(operation: Operation, slot: Slot): Schema | undefined {
  const known = schemas.get(operation) ?? new Map<string, Schema | undefined>();
  schemas.set(operation, known);
  const { direction, part, status = "", holds = [] } = slot;
  const asked = direction === "response" ? presencesOf(operation).map(({ query }) => slot.query?.[query]) : [];
  const key = `${direction} ${part} ${status} ${holds.join()} ${asked.length > 0 ? JSON.stringify(asked) : ""}`;
  if (!known.has(key)) known.set(key, deriveSchema(operation, slot));
  return known.get(key);
}

/** True if a value is what a schema asks for. */
export const matches = (schema: Schema, value: unknown): boolean => compileSchema(schema)(value);

/** Checks a value against one part of an operation; what the specification does not show is never wrong. */
export function validate(operation: Operation, slot: Slot, value: unknown): SchemaError[] {
  const schema = schemaFor(operation, slot);
  const check = schema && compileSchema(schema);
  if (!check || check(value)) return [];
  const errors = explain(check.errors ?? []);
  // They would be kept until the next value is wrong.
  check.errors = null;
  return errors;
}

/** The number of errors of one kind that are reported: thousands of items that are wrong alike say no more than the first hundreds. */
const maxAlike = 500;

/** Ajv's errors in words, one for each place and requirement. */
function explain(errors: ErrorObject[]): SchemaError[] {
  const kinds = new Map<string, number>();
  const isGiven = ({ keyword, schemaPath, params }: ErrorObject): boolean => {
    const kind = `${schemaPath} ${keyword === "required" ? (params as { missingProperty: string }).missingProperty : ""}`;
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    return keyword !== "if" && count <= maxAlike;
  };
  const found = errors.filter(isGiven).map(describe);
  const unique = new Map(found.map((error) => [`${error.pointer} ${error.requirement}`, error]));
  return [...unique.values()];
}

function describe(error: ErrorObject): SchemaError {
  const schema = error.parentSchema as Schema;
  if (error.keyword === "required") {
    const { missingProperty } = error.params as { missingProperty: string };
    const property = (schema.properties as Record<string, Schema> | undefined)?.[missingProperty] ?? {};
    const presence = property["x-present-when"] as { requirement: string } | undefined;
    return {
      pointer: error.instancePath + pointerOf([missingProperty]),
      found: "nothing",
      expected: describeSchema(property),
      ...belongsTo(presence?.requirement ?? property["x-requirement"] ?? schema["x-requirement"]),
    };
  }
  return {
    pointer: error.instancePath,
    found: describeValue(error.data),
    expected: describeSchema(schema),
    ...belongsTo(schema["x-requirement"]),
  };
}

const belongsTo = (requirement: unknown) => (typeof requirement === "string" ? { requirement } : {});
