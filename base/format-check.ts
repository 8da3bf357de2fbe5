import { readFileSync } from "node:fs";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { teachFormats } from "./formats.ts";
import { nearest } from "./nearest.ts";
import { packageFile } from "./package-file.ts";
import { expectation, sight } from "./sentences.ts";

/** One thing that is wrong in a file of a fixed format, and where. */
export interface Complaint {
  path: (string | number)[];
  what: string;
}

// That the schemas are schemas is for tests to find out.
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false });
teachFormats(ajv);
const checks = new Map<string, ValidateFunction>();

/** Holds a value against the JSON Schema of a format, `docs/schemas/NAME.schema.json`. */
export function checkFormat(name: string, value: unknown): Complaint[] {
  let check = checks.get(name);
  if (!check) {
    check = ajv.compile(JSON.parse(readFileSync(packageFile(`docs/schemas/${name}.schema.json`), "utf8")) as object);
    checks.set(name, check);
  }
  return check(value) ? [] : complaintsOf(check.errors ?? []);
}

/** Errors of Ajv, made with `verbose`, as complaints, the most exact first. */
export const complaintsOf = (errors: ErrorObject[]): Complaint[] =>
  errors
    .filter((error) => !composing.has(error.keyword))
    .map(complaint)
    .toSorted(byDepth);

/** Errors that only tell that one of several others holds. */
const composing = new Set(["if", "anyOf"]);

/** The deepest complaint is the most exact. */
const byDepth = (one: Complaint, other: Complaint): number => other.path.length - one.path.length;

function complaint(error: ErrorObject): Complaint {
  const schema = error.parentSchema as Record<string, unknown>;
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll("~1", "/")));
  const mend = typeof schema["x-mend"] === "string" ? `; ${schema["x-mend"]}` : "";
  if (error.keyword === "additionalProperties") {
    const { additionalProperty: key } = error.params as { additionalProperty: string };
    return { path: [...path, key], what: unknownKey(key, Object.keys(schema.properties ?? {})) };
  }
  if (error.keyword === "required") {
    const { missingProperty } = error.params as { missingProperty: string };
    return { path: [...path, missingProperty], what: `it is missing${mend}` };
  }
  return { path, what: `found ${sight(error.data)}, expected ${expectation(schema)}${mend}` };
}

function unknownKey(key: string, known: string[]): string {
  const [near] = nearest(key, known);
  return `this key is unknown; ${near ? `did you mean ${near}?` : `known keys are ${known.join(", ")}`}`;
}
