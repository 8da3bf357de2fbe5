import { expect, test } from "vitest";
import type { Schema } from "../formats/json-schema.ts";
import { describeSchema, describeValue } from "./sentences.ts";

const values: [value: unknown, words: string][] = [
  [undefined, "nothing"],
  [null, "null"],
  [true, "the boolean true"],
  [1.5, "the number 1.5"],
  ["a", 'the string "a"'],
  ["x".repeat(61), `the string "${"x".repeat(60)}…"`],
  [[], "an empty array"],
  [[1, 2], "an array of 2"],
  [{}, "an empty object"],
  [{ a: 1 }, "an object"],
];

test.each(values)("the value %j is %s", (value, words) => {
  expect(describeValue(value)).toBe(words);
});

const schemas: [schema: Schema, words: string][] = [
  [{}, "a value"],
  [{ not: {} }, "nothing"],
  [{ "x-is": "an http address", type: "string" }, "an http address"],
  [{ const: "list" }, '"list"'],
  [{ enum: [0, 1] }, "one of 0, 1"],
  [{ enum: ["1"] }, '"1"'],
  [{ type: ["number", "null"] }, "a number or null"],
  [{ type: "integer", minimum: 1, maximum: 100 }, "a whole number from 1 to 100"],
  [{ type: "number", exclusiveMinimum: 0 }, "a number above 0"],
  [{ type: "boolean" }, "a boolean"],
  [{ type: "array" }, "an array"],
  [{ type: "array", maxItems: 0 }, "an empty array"],
  [{ type: "object" }, "an object"],
  [{ type: "object", maxProperties: 0 }, "an empty object"],
  [{ type: "string" }, "a string"],
  [{ type: "string", maxLength: 0 }, "an empty string"],
  [{ type: "string", minLength: 1 }, "a string that is not empty"],
  [{ type: "string", pattern: "^a$" }, "a string that matches ^a$"],
  [{ type: "string", format: "date" }, "a date in the form YYYY-MM-DD"],
];

test.each(schemas)("the schema %j asks for %s", (schema, words) => {
  expect(describeSchema(schema)).toBe(words);
});
