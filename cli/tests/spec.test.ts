import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { bundle, surfaces } from "../../specs/documents.ts";
import { assay } from "../testing/assay.ts";

test("assay spec lists operations and requirements", async () => {
  const { code, stdout } = await assay(["spec"]);
  expect(code).toBe(0);
  expect(stdout).toContain("GET  {base_url}/countries");
  expect(stdout).toMatch(/^INST +\d+ requirements/m);
});

test.each(surfaces)("assay spec --surface %s prints the bundled document", async (surface) => {
  const { stdout } = await assay(["spec", "--surface", surface]);
  expect(parse(stdout)).toEqual(bundle(surface));
});

test("assay spec --out exports a document per surface and a schema per operation, status and direction", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-spec-"));
  const { code } = await assay(["spec", "--out", folder]);
  expect(code).toBe(0);
  expect(readdirSync(join(folder, "openapi")).toSorted()).toEqual(
    surfaces.map((surface) => `${surface}.yaml`).toSorted(),
  );
  const schema = JSON.parse(readFileSync(join(folder, "schemas/listCalls.response.200.body.json"), "utf8")) as object;
  expect(schema).toHaveProperty("$schema", "https://json-schema.org/draft/2020-12/schema");
});

test("assay spec --json prints everything as one document", async () => {
  const { stdout } = await assay(["spec", "--json"]);
  expect(Object.keys(JSON.parse(stdout) as object)).toEqual(["specification", "documents", "schemas", "requirements"]);
});
