import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { Ajv2020, type CodeOptions, type ValidateFunction } from "ajv/dist/2020.js";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import type { Schema } from "./formats/json-schema.ts";
import { stringFormats } from "./formats/string-formats.ts";

const checks = new Map<string, ValidateFunction>();
const checksOf = new WeakMap<Schema, ValidateFunction>();

/** Compiles the check of a schema; one for all schemas of the same words, since many are alike. */
export function compileSchema(schema: Schema): ValidateFunction {
  const known = checksOf.get(schema);
  if (known) return known;
  const words = JSON.stringify(schema);
  const check = checks.get(words) ?? builtCheck(words) ?? compileNow(schema);
  checks.set(words, check);
  checksOf.set(schema, check);
  return check;
}

/** Where the build keeps the check of a schema that has these words: compiling one takes some milliseconds, in every process. */
export const checkFile = (words: string): string =>
  fileURLToPath(new URL(`../schema-checks/${digestOf(words)}.js`, import.meta.url));

const digestOf = (words: string): string => createHash("sha256").update(words).digest("hex").slice(0, 16);

/** The parts of Ajv that checks use, by the names that it gives them. */
const runtime: Readonly<Record<string, unknown>> = {
  "ajv/dist/runtime/equal": equal,
  "ajv/dist/runtime/ucs2length": ucs2length,
};

/** The check that the build wrote, if it did; the code names what it needs as a CommonJS module does, and `formats`. */
function builtCheck(words: string): ValidateFunction | undefined {
  const file = checkFile(words);
  if (!existsSync(file)) return undefined;
  const module = { exports: {} };
  const define = compileFunction(readFileSync(file, "utf8"), ["module", "require", "formats"], { filename: file });
  define(module, (name: string) => runtime[name], stringFormats);
  return module.exports as ValidateFunction;
}

let ajv: Ajv2020 | undefined;

/** Compiles a schema now. Most checks are used a few times, so making them shorter takes longer than it saves. */
function compileNow(schema: Schema): ValidateFunction {
  ajv ??= createAjv({ optimize: false });
  return ajv.compile(schema);
}

/** An Ajv that knows our formats. Whether the schemas are valid is checked by tests, not in every process. */
export const createAjv = (code: CodeOptions): Ajv2020 =>
  new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false, formats: stringFormats, code });
