import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { loadOperations } from "../operations.ts";
import { validate } from "../validate.ts";
import { operationsWith } from "./overlays.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-overlay-"));
const file = (text: string): string => {
  const path = join(folder, "payloads.overlay.yaml");
  writeFileSync(path, text);
  return path;
};
const overlay = (actions: string): string =>
  file(`overlay: 1.0.0\ninfo: { title: t, version: "1" }\nactions:\n${actions}`);
const called = (id: string, path: string) => operationsWith([path]).find((operation) => operation.id === id);

test("supplies a payload that is then judged", () => {
  const tariffs = called("listTariffs", packageFile("examples/sandbox-payloads.overlay.yaml"));
  expect(tariffs?.isOverlaid).toBe(true);
  const slot = { direction: "response", part: "body", status: 200 } as const;
  expect(tariffs && validate(tariffs, slot, { success: true, data: [], meta: [] })).toEqual([]);
  expect(tariffs && validate(tariffs, slot, { success: true, data: {}, meta: [] })).toMatchObject([
    { pointer: "/data" },
  ]);
});

test("leaves a response open that it does not show", () => {
  const path = overlay(`  - target: $.paths['/marketplace/partner/callback/redirect'].post
    update: { x-as: none }`);
  const redirect = called("redirectAfterRegistration", path);
  expect(redirect).toMatchObject({ isOverlaid: true, as: "none" });
  const slot = { direction: "response", part: "body", status: 200 } as const;
  expect(redirect && validate(redirect, slot, "<h1>Welcome</h1>")).toEqual([]);
});

test("adds to objects and lists, and replaces everything else", () => {
  const path = overlay(`  - target: $.paths['/cities'].get
    update: { summary: Towns, parameters: [{ name: country_id, in: query, example: 1, schema: { type: integer } }] }`);
  const cities = called("listCities", path);
  expect(cities?.summary).toBe("Towns");
  expect(cities?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(["Accept", "country_id"]));
});

test("adds an operation that the specification does not name, once, at the address that it gives", () => {
  const path = overlay(`  - target: $.paths
    update:
      /store/{application_id}: { servers: [{ url: "{base_url}" }], get: { operationId: readStoreCard, x-as: none } }`);
  expect(operationsWith([path]).filter(({ id }) => id === "readStoreCard")).toMatchObject([
    { method: "GET", address: "base_url", path: "/store/{application_id}", isOverlaid: true, as: "none" },
  ]);
  expect(operationsWith([path]).filter(({ isOverlaid }) => isOverlaid)).toHaveLength(1);
});

test("removes what it targets", () => {
  const path = overlay("  - { target: \"$.paths['/cities']\", remove: true }");
  expect(called("listCities", path)).toBeUndefined();
});

test.each([
  ["swagger: 2", /overlay: this is not an OpenAPI Overlay 1\.x/],
  ["overlay: 1.0.0\nactions: { target: x }", /actions: expected a list of actions/],
  [
    "overlay: 1.0.0\nactions: [{ target: \"$.paths['/towns']\", update: {} }]",
    /actions\.0\.target: .* is in no document of the specification/,
  ],
  ['overlay: 1.0.0\nactions: [{ target: "$$", update: {} }]', /actions\.0\.target: \$\$ is not a JSONPath expression/],
  ["a: [", /this is neither JSON nor YAML/],
  ["overlay: 1.0.0\nactions: [{ target: $, update: &a { b: *a } }]", /aliases lead back to themselves/],
])("says in one line what is wrong with %j", (text, line) => {
  expect(() => operationsWith([file(text)])).toThrow(line);
});

test("removes one keyword, and every operation is otherwise as it was", () => {
  const path = overlay('  - { target: "$.components.schemas.Country.properties.title.type", remove: true }');
  const title = (type: string) => `"title":{${type}"description":"Short name."}`;
  const text = JSON.stringify(loadOperations());
  expect(text.split(title('"type":"string",'))).toHaveLength(2);
  expect(JSON.stringify(operationsWith([path]))).toBe(text.replace(title('"type":"string",'), title("")));
});
