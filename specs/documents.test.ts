import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { valueAt } from "../base/pointer.ts";
import { bundle, surfaces } from "./documents.ts";
import { specificationFiles } from "./files.ts";
import { limit, loadLimits } from "./limits.ts";
import { loadOperations } from "./operations.ts";

describe.each(surfaces)("the bundled document of %s", (surface) => {
  const document = bundle(surface);

  test("has no fault that a linter of OpenAPI finds", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  test("refers to nothing outside itself, and to nothing that is not there", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = ""]) => ref);
    for (const reference of references) {
      expect(reference).toMatch(/^#\//);
      expect(valueAt(document, reference.slice(1)), reference).toBeDefined();
    }
  });
});

test("the linter finds a fault that is there", async () => {
  const broken = { ...bundle("v1"), openapi: "3.1.0", paths: { "/x/{id}": { get: { responses: {} } } } };
  const problems = await lintFromString({
    source: stringify(broken),
    config: await createConfig({ extends: ["recommended"] }),
  });
  expect(problems.filter((problem) => problem.severity === "error")).not.toEqual([]);
});

describe("the operations", () => {
  const operations = loadOperations();
  const hidden = operations.filter((operation) => operation.notShown.includes("request"));

  test("are thirty, and the events thirteen", () => {
    expect(operations.filter((operation) => operation.surface !== "webhooks")).toHaveLength(30);
    expect(operations.filter((operation) => operation.surface === "webhooks")).toHaveLength(13);
  });

  test("without payload description are sixteen, and none is checked against a body", () => {
    expect(hidden).toHaveLength(16);
    for (const operation of hidden) expect(operation.notJudged).toEqual(["response"]);
  });

  test("have ids of their own", () => {
    expect(new Set(operations.map((operation) => operation.id)).size).toBe(operations.length);
  });

  test("that are deprecated are the two reads without a version prefix in their address", () => {
    const deprecated = operations.filter((operation) => operation.deprecated);
    expect(deprecated.map(({ id, address }) => [id, address])).toEqual([
      ["listClients", "api_root"],
      ["readService", "api_root"],
    ]);
  });

  test("take the call history's fields as the body of a GET", () => {
    const calls = operations.find((operation) => operation.id === "listCalls");
    expect(calls?.method).toBe("GET");
    expect(calls?.body?.required).toBe(true);
  });
});

test("the bounds of the v3 page size come from the limits", () => {
  const schema = loadOperations()
    .find((operation) => operation.id === "listResources")
    ?.parameters.find((parameter) => parameter.name === "limit")?.schema;
  expect(schema).toMatchObject({
    minimum: limit("page_size.minimum"),
    maximum: limit("page_size.maximum"),
    default: limit("page_size.default"),
  });
});

test("no source document writes a figure that the limits hold", () => {
  const written = Object.entries(loadLimits()).map(([name, { value, unit }]) => {
    const keyword = /^page_size\.(maximum|default)$/.exec(name)?.[1];
    return keyword ? `${keyword}: ${value}` : `${value} ${unit}`;
  });
  const figures = new RegExp(`\\b(${written.join("|")})\\b`);
  const documents = Object.entries(specificationFiles()).filter(([path]) => path.startsWith("openapi/"));
  expect(figures.test("within 12 hours")).toBe(true);
  expect(documents.filter(([, file]) => figures.test(stringify(file))).map(([path]) => path)).toEqual([]);
});
