import { readFileSync } from "node:fs";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { compileSchema } from "../compile-schema.ts";
import { UsageError } from "../errors.ts";
import { parseJson } from "../json.ts";
import { packageFile } from "../package-file.ts";
import { pathOf } from "../pointer.ts";
import { nearest } from "../text/nearest.ts";
import { describeKind, describeSchema, describeValue } from "../text/sentences.ts";
import type { Schema } from "./json-schema.ts";

/** Something that is wrong in a file of a fixed format, and where. */
export interface Complaint {
  path: (string | number)[];
  what: string;
  /** The same without what was found, for values that must not be shown. */
  withoutValue?: string;
}

const checks = new Map<string, ValidateFunction>();

/** Checks a value against the JSON Schema of a format, `docs/schemas/NAME.schema.json`, or of a part that it defines (`NAME#PART`). */
export const checkFormat = (name: string, value: unknown): Complaint[] => complaintsOf(errorsOf(name, value));

/** A text as a value of a format; a UsageError says where it is none. */
export function parseFormat<T>(name: string, text: string): T {
  const value = parseJson(text);
  if (value === undefined) throw new UsageError(`${name}: this is not JSON`);
  const [found] = checkFormat(name, value);
  if (found) throw new UsageError(`${name}: ${found.path.join(".")}: ${found.what}`);
  return value as T;
}

/** Everything that a person has to fix in a file of a format: one complaint a place, and one where several ways lead out. */
export function mistakesIn(name: string, value: unknown): Complaint[] {
  const places = new Map<string, Complaint>();
  for (const found of complaintsOf(withoutAlternatives(errorsOf(name, value)))) {
    const place = found.path.join("/");
    if (!places.has(place)) places.set(place, found);
  }
  return [...places.values()];
}

function errorsOf(name: string, value: unknown): ErrorObject[] {
  const check = checks.get(name) ?? compileSchema(formatSchema(name));
  checks.set(name, check);
  return check(value) ? [] : (check.errors ?? []);
}

/** The JSON Schema of a format, or of a part that it defines. */
export function formatSchema(name: string): Schema {
  const [file = "", part] = name.split("#");
  const schema = JSON.parse(readFileSync(packageFile(`docs/schemas/${file}.schema.json`), "utf8")) as Schema;
  return part === undefined ? schema : { $defs: schema.$defs, $ref: `#/$defs/${part}` };
}

/** The errors of an Ajv with the option `verbose` as complaints, the most exact first. */
export const complaintsOf = (errors: ErrorObject[]): Complaint[] =>
  errors
    .filter((error) => !composing.has(error.keyword))
    .map(complaint)
    .toSorted(byDepth);

/** Of the errors that each alternative of a schema gives, the most exact alone: fixing it fixes them all. */
function withoutAlternatives(errors: readonly ErrorObject[]): ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const choice of errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")) {
    const [kept, ...others] = errors
      .filter((error) => !dropped.has(error) && isWithin(choice, error))
      .toSorted((a, b) => byDepth(complaint(a), complaint(b)));
    // Where several alternatives fit, none of them complains.
    if (kept) for (const error of [choice, ...others]) dropped.add(error);
  }
  return errors.filter((error) => !dropped.has(error));
}

/** True if an error comes from one of the alternatives that a choice has, written there or referred to. */
function isWithin(choice: ErrorObject, error: ErrorObject): boolean {
  if (error === choice || !error.instancePath.startsWith(choice.instancePath)) return false;
  const references = (JSON.stringify(choice.schema).match(/#\/\$defs\/\w+/g) ?? []) as string[];
  return [choice.schemaPath, ...references].some((place) => error.schemaPath.startsWith(`${place}/`));
}

/** Keywords whose errors only repeat those of the schemas inside them. */
const composing = new Set(["if", "anyOf"]);

/** The deepest complaint is the most exact. */
const byDepth = (a: Complaint, b: Complaint): number => b.path.length - a.path.length;

function complaint(error: ErrorObject): Complaint {
  const schema = error.parentSchema as Record<string, unknown>;
  const path = pathOf(error.instancePath).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const fix = typeof schema["x-fix"] === "string" ? `; ${schema["x-fix"]}` : "";
  if (error.keyword === "additionalProperties") {
    const { additionalProperty: key } = error.params as { additionalProperty: string };
    return { path: [...path, key], what: unknownKey(key, Object.keys(schema.properties ?? {})) };
  }
  if (error.keyword === "required") {
    const { missingProperty } = error.params as { missingProperty: string };
    return { path: [...path, missingProperty], what: `it is missing${fix}` };
  }
  if (error.keyword === "maxLength")
    return {
      path,
      what: `this has ${[...String(error.data)].length} characters, expected at most ${String(schema.maxLength)}`,
    };
  const expected = `expected ${describeSchema(schema)}${fix}`;
  return {
    path,
    what: `found ${describeValue(error.data)}, ${expected}`,
    withoutValue: `found ${describeKind(error.data)}${oddityOf(error)}, ${expected}`,
  };
}

/** Which character makes a text that must not be shown a wrong one. */
function oddityOf({ keyword, data }: ErrorObject): string {
  const [odd] = keyword === "pattern" ? (/[^\x21-\x7e]/.exec(String(data)) ?? []) : [];
  if (odd === undefined) return "";
  if (/[\r\n]/.test(odd)) return " with a line end";
  return odd === " " ? " with a space" : " with a character that is not printable ASCII";
}

function unknownKey(key: string, known: string[]): string {
  const [near] = nearest(key, known);
  return `this key is unknown; ${near ? `did you mean ${near}?` : `known keys are ${known.join(", ")}`}`;
}
