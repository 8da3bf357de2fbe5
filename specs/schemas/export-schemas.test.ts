import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import type { Schema } from "../../base/formats/json-schema.ts";
import { loadLedger } from "../ledger.ts";
import { exportSchemas } from "./export-schemas.ts";

const exported = exportSchemas();

describe("the exported schemas", () => {
  test("have names of their own", () => {
    expect(new Set(exported.map(({ name }) => name)).size).toBe(exported.length);
  });

  const ajv = new Ajv2020({ strictSchema: false, strictTypes: false });
  addFormats.default(ajv);

  test.each(exported)("$name compiles in a validator without extensions", ({ schema }) => {
    expect(() => ajv.compile(schema)).not.toThrow();
  });

  test("name the requirement of every place that is judged", () => {
    const known = new Set(loadLedger().map(({ id }) => id));
    const places = (schema: Schema, path: string): [string, unknown][] => [
      ...(schema.type ? [[path, schema["x-requirement"]] as [string, unknown]] : []),
      ...Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([key, property]) =>
        places(property, `${path}/${key}`),
      ),
      ...[schema.items, schema.then, ...((schema.allOf ?? []) as Schema[])].flatMap((inner) =>
        inner ? places(inner as Schema, `${path}/*`) : [],
      ),
    ];
    const anonymous = exported
      .flatMap(({ name, schema }) => places(schema, name))
      // The frame of an allOf and the object of all headers are not places of their own.
      .filter(([path, requirement]) => path.includes("/") && !known.has(String(requirement)) && !path.endsWith("/*"));
    expect(anonymous).toEqual([]);
  });
});
