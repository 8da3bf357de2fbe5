import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { _ } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { checkFile, createAjv } from "./compile-schema.ts";
import type { Schema } from "./formats/json-schema.ts";

/** Writes the code that checks values against a schema to where built code looks for it. */
export function buildCheck(schema: Schema): void {
  const ajv = createAjv({ source: true, formats: _`formats` });
  const file = checkFile(JSON.stringify(schema));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, standalone.default(ajv, ajv.compile(schema)));
}
