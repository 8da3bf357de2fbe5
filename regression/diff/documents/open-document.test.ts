import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UsageError } from "../../../base/errors.ts";
import { resolveDocument } from "../../impact/resolved-document.ts";
import { comparePaths } from "../compare.ts";
import { openDocument } from "./open-document.ts";

const head = `openapi: 3.1.0\ninfo: { title: Things, version: "1" }\n`;

const root = mkdtempSync(join(tmpdir(), "assay-diff-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Writes files into a new folder; the path of the first. */
function written(files: Record<string, string>): string {
  const folder = mkdtempSync(join(root, "version-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, Object.keys(files)[0] ?? "");
}

const answering = (schema: string): string =>
  `${head}paths: { /a: { get: { responses: { "200": { description: "", content: { application/json: { schema: ${schema} } } } } } } }\n`;

const pathed = (name: string): string => `{ parameters: [{ name: ${name}, in: path, required: true, schema: {} }] }`;

describe("documents of several files", () => {
  const several = (type: string) =>
    written({
      "api.yaml": `${head}paths: { /a: { $ref: "paths/a.yaml" } }\n`,
      "paths/a.yaml": `get: { responses: { "200": { $ref: "../parts.json#/responses/Ok" } } }\n`,
      "parts.json": JSON.stringify({
        responses: { Ok: { description: "", content: { "application/json": { schema: { $ref: "#/schemas/Tree" } } } } },
        schemas: {
          Tree: {
            type: "object",
            properties: { "a/b": { type }, trees: { type: "array", items: { $ref: "parts.json#/schemas/Tree" } } },
          },
        },
      }),
    });

  test("are compared where their references lead, and differences name the file", () => {
    const [old, fresh] = [several("string"), several("integer")];
    expect(comparePaths(old, several("string"))).toEqual([]);
    expect(comparePaths(old, fresh)).toEqual([
      {
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/) as unknown as string,
        rule: "response-type-changed",
        level: "breaking",
        says: "The 200 answer: /a/b is now a whole number instead of a string.",
        old: { file: join(dirname(old), "parts.json"), pointer: "/schemas/Tree/properties/a~1b/type" },
        new: { file: join(dirname(fresh), "parts.json"), pointer: "/schemas/Tree/properties/a~1b/type" },
        operations: ["GET /a"],
        names: ["200", "a/b"],
      },
    ]);
  });

  test("are the same as one file that says the same, in YAML or in JSON", () => {
    const tree = `{ $id: tree, type: object, properties: { a/b: { type: string }, trees: { type: array, items: { $ref: tree } } } }`;
    expect(comparePaths(several("string"), written({ "api.yaml": answering(tree) }))).toEqual([]);
  });

  test("may name schemas by addresses relative to the one around them", () => {
    const held = (type: string) =>
      written({
        "api.yaml": `${answering(`{ $ref: "#/components/schemas/A" }`)}components: { schemas: {
          A: { $id: "https://things.example/a", type: object, properties: { word: { $ref: word } } },
          B: { $id: "https://things.example/word", type: ${type} } } }\n`,
      });
    expect(comparePaths(held("string"), held("string"))).toEqual([]);
    expect(comparePaths(held("string"), held("integer"))).toMatchObject([{ rule: "response-type-changed" }]);
  });

  test("may name schemas by anchors, and be merged by YAML", () => {
    const text = `{ $defs: { x: { $anchor: word, type: string } }, $ref: "#word", <<: { maxLength: 5 } }`;
    const plain = `{ type: string, maxLength: 5 }`;
    expect(comparePaths(written({ "a.yaml": answering(text) }), written({ "b.yaml": answering(plain) }))).toEqual([]);
  });
});

describe("a document that cannot be compared", () => {
  const mistakes: [what: string, text: string, message: string | RegExp][] = [
    ["is no YAML", `${head}paths: [`, /^FILE:\d: this is neither JSON nor YAML: /],
    ["has a key twice", `${head}openapi: 3.1.0\n`, "FILE:3: a key stands twice in one object; keep one of them"],
    [
      "has a key twice in JSON",
      `{ "openapi": "3.1.0", "info": { "title": "{\\"a\\": 1}", "version": "1" }, "paths": {},\n  "info": {} }`,
      "FILE:2: a key stands twice in one object; keep one of them",
    ],
    [
      "has a pattern that cannot be read",
      answering(`{ pattern: "[" }`),
      'FILE#/paths/~1a/get/responses/200/content/application~1json/schema/pattern: found the string "[", expected a regular expression',
    ],
    [
      "does not describe what stands in a path",
      `${head}paths: { "/a/{id}/{key}": { parameters: [{ name: id, in: path, required: true, schema: {} }], get: {} } }\n`,
      "FILE#/paths/~1a~1{id}~1{key}/get: the path parameter key is not described; add it",
    ],
    [
      "does not say what a parameter is",
      `${head}paths: { /a: { get: { parameters: [{ name: q, in: query }] } } }\n`,
      "FILE#/paths/~1a/get/parameters/0: the parameter q has neither schema nor content; add one",
    ],
    ["is a list", "- a\n", "FILE#: found a list, expected an object"],
    ["is empty", "", /^FILE: this is neither JSON nor YAML: /],
    [
      "is something else",
      "title: x\n",
      "FILE#: openapi is missing; give an OpenAPI document of version 3.0, 3.1 or 3.2",
    ],
    [
      "is Swagger",
      `swagger: "2.0"\ninfo: { title: x, version: "1" }\npaths: {}\n`,
      "FILE#/swagger: this is Swagger 2.0; OpenAPI 3.0, 3.1 and 3.2 are read, so convert it",
    ],
    ["is OpenAPI 2", `openapi: "2.0"\n`, 'FILE#/openapi: found "2.0", expected a version 3.0.x, 3.1.x or 3.2.x'],
    ["has no title", `openapi: 3.1.0\ninfo: { version: "1" }\npaths: {}\n`, "FILE#/info/title: it is missing"],
    [
      "has a type that does not exist",
      answering("{ type: text }"),
      'FILE#/paths/~1a/get/responses/200/content/application~1json/schema/type: found the string "text", expected one of the types null, boolean, object, array, number, integer, string',
    ],
    [
      "requires with a boolean",
      answering("{ properties: { a: { required: true } } }"),
      "FILE#/paths/~1a/get/responses/200/content/application~1json/schema/properties/a/required: found the boolean true, expected an array of names of properties",
    ],
    [
      "has a path without a slash",
      `${head}paths: { a: {} }\n`,
      /^FILE#\/paths: found the string "a", expected a path that begins with \//,
    ],
    [
      "refers to nothing",
      answering(`{ $ref: "#/components/schemas/A" }`),
      "FILE#/paths/~1a/get/responses/200/content/application~1json/schema: refers to #/components/schemas/A, which is not there",
    ],
    [
      "refers to a file that is not there",
      answering(`{ $ref: "b.yaml#/A" }`),
      /^FILE#\/paths\/.*: refers to b\.yaml#\/A: .*b\.yaml: there is no such file/,
    ],
    [
      "refers to the network",
      answering(`{ $ref: "https://example.com/a.yaml" }`),
      /refers to https:\/\/example\.com\/a\.yaml, which is not fetched/,
    ],
    [
      "has an alias inside of itself",
      answering("&x { properties: { a: *x } }"),
      /this YAML alias stands inside what it names$/,
    ],
    [
      "has an operation that is a text",
      `${head}paths: { /a: { get: hello } }\n`,
      'FILE#/paths/~1a/get: found the string "hello", expected an object',
    ],
    ["is HTML", "<!doctype html>\n<p>Not found: /openapi.yaml</p>\n", "FILE: this is HTML or XML; give JSON or YAML"],
    [
      "has one path by two names",
      `${head}paths: { "/a/{x}": { get: ${pathed("x")} }, "/a/{y}": { get: ${pathed("y")} } }\n`,
      "FILE#/paths/~1a~1{y}/get: GET /a/{y} is GET /a/{x} by another name; keep one of them",
    ],
    [
      "has a parameter twice",
      `${head}paths: { /a: { parameters: [{ name: q, in: query }, { name: q, in: query }], get: {} } }\n`,
      "FILE#/paths/~1a/parameters/1: the query parameter q is there twice; keep one of them",
    ],
    [
      "has a status that is none",
      `${head}paths: { /a: { get: { responses: { banana: { description: "" } } } } }\n`,
      'FILE#/paths/~1a/get/responses: found the string "banana", expected a status, a range such as 4XX, or default',
    ],
    [
      "has a schema that is itself by reference",
      `${answering(`{ $ref: "#/components/schemas/A" }`)}components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } }\n`,
      /^FILE#\/paths\/.*\/schema: this reference leads back to itself$/,
    ],
    [
      "is nested too deeply",
      `{"openapi":"3.1.0","info":{"title":"","version":""},"components":{"schemas":{"A":${'{"items":'.repeat(600)}{}${"}".repeat(600)}}}}`,
      "FILE#/components/schemas/A/items/items: what is inside is nested more than 500 levels deep; flatten it",
    ],
    [
      "has schemas that refer to one another without end",
      `${answering(`{ $ref: "#/components/schemas/N0" }`)}components: { schemas: { ${Array.from({ length: 20_000 }, (_, index) => `N${index}: { $ref: "#/components/schemas/N${index + 1}" }`).join(", ")}, N20000: {} } }\n`,
      "FILE#/components/schemas/N500: more than 500 schemas refer to it one after another; shorten the chain",
    ],
    [
      "has aliases of aliases without end",
      answering(
        `{ properties: { a0: &a0 {}, ${Array.from({ length: 9 }, (_, level) => `a${level + 1}: &a${level + 1} { properties: { ${Array.from({ length: 9 }, (_unused, key) => `k${key}: *a${level}`).join(", ")} } }`).join(", ")} } }`,
      ),
      "FILE: with its YAML aliases written out, it holds more than 3 million values; split it",
    ],
  ];
  test.each(mistakes)("because it %s is refused with file and pointer", (_, text, message) => {
    const file = written({ "bad.yaml": text });
    const good = written({ "good.yaml": answering("{}") });
    for (const pair of [
      [file, good],
      [good, file],
    ] as const) {
      let said = "";
      try {
        comparePaths(...pair);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        said = (error as Error).message.replaceAll(file, "FILE");
      }
      if (typeof message === "string") expect(said).toBe(message);
      else expect(said).toMatch(message);
    }
  });

  test("because a response refers to itself is refused", () => {
    const loop = `${head}paths: { /a: { get: { responses: { "200": { $ref: "#/components/responses/A" } } } } }\ncomponents: { responses: { A: { $ref: "#/components/responses/A" } } }\n`;
    const file = written({ "loop.yaml": loop });
    expect(() => comparePaths(file, file)).toThrow("this reference leads back to itself");
  });
});

test("what looks like a reference in an example is none", () => {
  const file = written({
    "a.yaml": answering(`{ example: { $ref: "#/nowhere" }, properties: { example: { type: string } } }`),
  });
  expect(comparePaths(file, file)).toEqual([]);
});

test("thousands of alternatives that would have to be compared with one another are refused", () => {
  const choice = (type: string) => {
    const form = (index: number) =>
      `{ type: object, required: [p${index}], properties: { p${index}: { type: ${type} } } }`;
    return written({
      "wide.yaml": answering(`{ oneOf: [${Array.from({ length: 2000 }, (_, index) => form(index)).join(", ")}] }`),
    });
  };
  expect(() => comparePaths(choice("string"), choice("integer"))).toThrow(
    /2000 alternatives would have to be compared with 2000; leave some out$/,
  );
});

describe("choices within choices that double their forms at each level", () => {
  const refTo = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
  const doubling = (last: string) => {
    const namedAt = (level: number) =>
      ["A", "B"].map((name) => `${name}${level}: { oneOf: [${refTo(`A${level + 1}`)}, ${refTo(`B${level + 1}`)}] }`);
    const schemas = Array.from({ length: 40 }, (_, level) => namedAt(level)).flat();
    const all = [...schemas, `A40: { type: ${last} }`, "B40: { type: boolean }"].join(", ");
    return written({ "deep.yaml": `${answering(refTo("A0"))}\ncomponents: { schemas: { ${all} } }\n` });
  };

  test("are not compared", () => {
    expect(() => comparePaths(doubling("string"), doubling("integer"))).toThrow(
      /allow more than 10000 forms; leave some out$/,
    );
  });

  test("are not written out", () => {
    expect(() => resolveDocument(openDocument(doubling("string")), 1000)).toThrow(
      /deep\.yaml#: with its references written out, it is too large; split it$/,
    );
  });
});

test("a chain of three thousand references is followed to its end", () => {
  const chain = (last: string) => {
    const schemas = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `N${index}`,
        index === 2999
          ? { type: last }
          : { type: "object", properties: { next: { $ref: `#/components/schemas/N${index + 1}` } } },
      ]),
    );
    const content = { "application/json": { schema: { $ref: "#/components/schemas/N0" } } };
    return written({
      "chain.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "", version: "" },
        paths: { "/a": { get: { responses: { 200: { description: "", content } } } } },
        components: { schemas },
      }),
    });
  };
  const found = comparePaths(chain("string"), chain("integer"));
  expect(found.map(({ rule }) => rule)).toEqual(["response-type-changed"]);
});

test("a difference that operations share over a ring of references names each of them, and points to both sides", () => {
  const ring = (type: string) => {
    const node = (index: number) => ({
      type: "object",
      properties: { value: { type }, next: { $ref: `#/components/schemas/N${(index + 1) % 40}` } },
    });
    const reading = (index: number) => ({
      get: {
        responses: {
          200: {
            description: "",
            content: { "application/json": { schema: { $ref: `#/components/schemas/N${index}` } } },
          },
        },
      },
    });
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    return written({
      "ring.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "", version: "" },
        paths: Object.fromEntries(numbers.map((index) => [`/${index}`, reading(index)])),
        components: { schemas: Object.fromEntries(numbers.map((index) => [`N${index}`, node(index)])) },
      }),
    });
  };
  const found = comparePaths(ring("string"), ring("integer"));
  expect(found.map(({ rule, operations }) => [rule, new Set(operations).size])).toEqual(
    Array.from({ length: 40 }, () => ["response-type-changed", 40]),
  );
  expect(new Set(found.map(({ old }) => old?.pointer)).size).toBe(40);
  expect(found.map(({ old }) => old?.pointer)).toEqual(found.map((difference) => difference.new?.pointer));
});

describe("OpenAPI 3.2", () => {
  const next = (body: string): string =>
    written({ "api.yaml": `openapi: 3.2.0\ninfo: { title: Things, version: "1" }\n${body}` });
  const rulesOf = (old: string, fresh: string): string[] =>
    comparePaths(next(old), next(fresh)).map(({ rule, operations }) => `${rule} ${operations.join()}`);
  const body = (schema: string): string =>
    `requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { "200": { description: "" } }`;

  test("has the method QUERY, and methods that have no key of their own", () => {
    const methods = (schema: string): string =>
      `paths: { /a: { query: { ${body(schema)} }, additionalOperations: { COPY: { ${body(schema)} } } } }\n`;
    expect(rulesOf(methods("{ type: string }"), methods("{ type: string, maxLength: 3 }"))).toEqual([
      "request-max-length-added QUERY /a",
      "request-max-length-added COPY /a",
    ]);
    expect(rulesOf(methods("{}"), "paths: { /a: { query: {} } }\n")).toContain("operation-removed COPY /a");
  });

  test("describes streams item by item, media types by reference, and query strings as a whole", () => {
    const stream = (schema: string): string =>
      `paths: { /a: { get: { parameters: [{ name: q, in: querystring, content: { application/json: { schema: ${schema} } } }], responses: { "200": { content: { application/jsonl: { $ref: "#/components/mediaTypes/Lines" } } } } } } }\ncomponents: { mediaTypes: { Lines: { itemSchema: ${schema} } } }\n`;
    expect(rulesOf(stream("{ type: string }"), stream("{ type: integer }"))).toEqual([
      "parameter-type-changed GET /a",
      "response-type-changed GET /a",
    ]);
  });

  test("may name itself by an address", () => {
    const self = `$self: https://api.example/openapi.yaml\npaths: { /a: { get: { responses: { "200": { $ref: "https://api.example/openapi.yaml#/components/responses/Ok" } } } } }\ncomponents: { responses: { Ok: { description: "" } } }\n`;
    expect(rulesOf(self, self)).toEqual([]);
  });
});

describe("documents that others read as well", () => {
  test("may have keywords with nothing behind them, which count as not written", () => {
    const empty = written({
      "api.yaml": `${head}components:\nsecurity:\npaths:\n  /a:\n    get:\n      parameters:\n      responses:\n        "200":\n          description: ""\n          content:\n          headers:\n`,
    });
    const plain = written({
      "api.yaml": `${head}paths: { /a: { get: { responses: { "200": { description: "" } } } } }\n`,
    });
    expect(comparePaths(empty, plain)).toEqual([]);
  });

  test("keep null where it is a value", () => {
    const [nullable, text] = ["[null, a]", "[a]"].map((list) =>
      written({ "api.yaml": answering(`{ enum: ${list} }`) }),
    );
    expect(comparePaths(String(text), String(nullable)).map(({ rule }) => rule)).toEqual(["response-null-allowed"]);
  });

  test("may ask for a security scheme that they do not define; it goes by its name", () => {
    const asking = (name: string): string =>
      written({ "api.yaml": `${head}security: [{ ${name}: [] }]\npaths: { /a: { get: {} } }\n` });
    expect(comparePaths(asking("digest"), asking("digest"))).toEqual([]);
    expect(comparePaths(asking("digest"), asking("key")).map(({ rule }) => rule)).toContain(
      "security-alternative-removed",
    );
  });
});
