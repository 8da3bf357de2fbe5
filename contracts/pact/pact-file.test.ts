import { mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../base/errors.ts";
import type { HttpInteraction, Interaction } from "./interaction.ts";
import { labelOf } from "./interaction-label.ts";
import { readPact, readPactFile } from "./pact-file.ts";

const parties = { consumer: { name: "reader" }, provider: { name: "api" } };
const version = (number: string) => ({ metadata: { pactSpecification: { version: number } } });
const pact = (more: object) => readPact(JSON.stringify({ ...parties, ...more }), "x.json");
const only = (more: object): Interaction => {
  const [first] = pact(more).interactions;
  if (!first) throw new Error("there is no interaction");
  return first;
};

const v2 = {
  ...version("2.0.0"),
  interactions: [
    {
      description: "a page",
      providerState: "two rooms",
      request: { method: "get", path: "/rooms", query: "limit=2&id=1&id=2", headers: { Accept: "a/b" } },
      response: {
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: { data: [{ id: 1 }] },
        matchingRules: { "$.body.data[*].id": { match: "type" }, "$.headers.X-Id": { match: "regex", regex: ".+" } },
      },
    },
  ],
};
const rules = {
  body: { "$.data[*].id": { matchers: [{ match: "type" }], combine: "AND" } },
  header: { "X-Id": { matchers: [{ match: "regex", regex: ".+" }], combine: "AND" } },
};
const v3 = {
  ...version("3.0.0"),
  interactions: [
    {
      description: "a page",
      providerStates: [{ name: "two rooms" }],
      request: { method: "GET", path: "/rooms", query: { limit: ["2"], id: ["1", "2"] }, headers: { Accept: "a/b" } },
      response: {
        status: 200,
        headers: { "Content-Type": "application/json" },
        body: { data: [{ id: 1 }] },
        matchingRules: rules,
      },
    },
  ],
};
const v4 = {
  ...version("4.0"),
  interactions: [
    {
      type: "Synchronous/HTTP",
      description: "a page",
      providerStates: [{ name: "two rooms" }],
      request: { ...v3.interactions[0]?.request, headers: { Accept: ["a/b"] } },
      response: {
        status: 200,
        headers: { "Content-Type": ["application/json"] },
        body: { content: { data: [{ id: 1 }] }, contentType: "application/json", encoded: false },
        matchingRules: rules,
      },
    },
  ],
};

describe("one interaction", () => {
  const read = only(v4) as HttpInteraction;

  test("reads the same from versions 2, 3 and 4", () => {
    expect(only(v2)).toEqual(read);
    expect(only(v3)).toEqual(read);
    expect(labelOf(read)).toBe("a page, given two rooms");
    expect(read.request.query).toEqual({ limit: ["2"], id: ["1", "2"] });
    expect(read.response.body?.content).toEqual({ data: [{ id: 1 }] });
    expect(read.response.rules).toEqual(rules);
  });

  test("carries the requirements of its comment, or of the brackets at its description's end", () => {
    const [page] = v4.interactions;
    const commented = { ...v4, interactions: [{ ...page, comments: { requirements: "RES-1 CUR-2" } }] };
    expect(only(commented).requirements).toEqual(["RES-1", "CUR-2"]);
    const described = { ...v3, interactions: [{ ...v3.interactions[0], description: "a page [RES-1, RES-3]" }] };
    expect(only(described).requirements).toEqual(["RES-1", "RES-3"]);
  });

  test("is pending when version 4 says so", () => {
    expect(only({ ...v4, interactions: [{ ...v4.interactions[0], pending: true }] }).isPending).toBe(true);
    expect(read.isPending).toBeUndefined();
  });

  test("has a body of JSON where an old version writes it as text", () => {
    const [page] = v3.interactions;
    const response = { ...page?.response, body: '{"data":[{"id":1}]}' };
    expect(only({ ...v3, interactions: [{ ...page, response }] })).toEqual(read);
  });

  test.each([false, "JSON", undefined])(
    "has a body of JSON where version 4 writes it as text, encoded: %s",
    (encoded) => {
      const [page] = v4.interactions;
      const body = { content: '{"data":[{"id":1}]}', contentType: "application/json", encoded };
      expect(only({ ...v4, interactions: [{ ...page, response: { ...page?.response, body } }] })).toEqual(read);
    },
  );

  test.each(["text", '"quoted"', "{ not JSON"])("has a text that is no document of JSON as it is: %s", (content) => {
    const [page] = v4.interactions;
    const body = { content, contentType: "application/json", encoded: false };
    const found = only({
      ...v4,
      interactions: [{ ...page, response: { ...page?.response, body } }],
    }) as HttpInteraction;
    expect(found.response.body?.content).toBe(content);
  });

  test("has the same rules however version 2 writes their paths", () => {
    const rulesOf = (matchingRules: object) => {
      const response = { status: 200, body: { data: [{ id: 1 }] }, matchingRules };
      const written = { description: "x", request: { method: "GET", path: "/countries" }, response };
      const found = only({ ...version("2.0.0"), interactions: [written] });
      return found.kind === "http" ? found.response.rules : found;
    };
    const plain = rulesOf({
      "$.body.data": { min: 1 },
      "$.body.data[*].*": { match: "type" },
      "$.headers.X-Total": { match: "type" },
      "$.query.from[0]": { match: "type" },
    });
    expect(plain).toMatchObject({ body: {}, header: { "X-Total": {} }, query: { from: {} } });
    for (const quote of ["'", '"'])
      expect(
        rulesOf({
          [`$[${quote}body${quote}].data`]: { min: 1 },
          [`$[${quote}body${quote}].data[*].*`]: { match: "type" },
          [`$.headers[${quote}X-Total${quote}]`]: { match: "type" },
          [`$[${quote}query${quote}][${quote}from${quote}][0]`]: { match: "type" },
        }),
      ).toEqual(plain);
  });

  test.each(["X-Id", "$.X-Id", "$['X-Id']", '$["X-Id"]', "X-Id[0]", "$.X-Id[0]", "$['X-Id'][0]", "['X-Id'][*]"])(
    "has the same rules for a header or parameter that is spelled %s",
    (place) => {
      const [page] = v3.interactions;
      const named = { [place]: { matchers: [{ match: "type" }] } };
      const matchingRules = { header: named, query: named, path: { $: { matchers: [{ match: "type" }] } } };
      const request = { ...page?.request, matchingRules };
      const response = { ...page?.response, matchingRules };
      const found = only({ ...v3, interactions: [{ ...page, request, response }] }) as HttpInteraction;
      const rule = { matchers: [{ match: "type" }], combine: "AND" };
      const expected = { header: { "X-Id": rule }, query: { "X-Id": rule }, path: { "": rule } };
      expect([found.request.rules, found.response.rules]).toEqual([expected, expected]);
    },
  );

  test("keeps the index of a later value, and the brackets of a name", () => {
    const [page] = v3.interactions;
    const places = ["$.a[1]", "$['b'][2]", "c[3]", "id[]", "$.ids[]", "$['list[]'][0]"];
    const query = Object.fromEntries(places.map((place) => [place, { matchers: [{ match: "type" }] }]));
    const found = only({ ...v3, interactions: [{ ...page, request: { ...page?.request, matchingRules: { query } } }] });
    expect(found.kind === "http" && Object.keys(found.request.rules.query ?? {})).toEqual([
      "a[1]",
      "b[2]",
      "c[3]",
      "id[]",
      "ids[]",
      "list[]",
    ]);
  });

  test("has a place that is called __proto__ like any other", () => {
    const [page] = v3.interactions;
    const matchingRules = JSON.parse('{ "header": { "__proto__": { "matchers": [{ "match": "type" }] } } }') as object;
    const broken = only({ ...v3, interactions: [{ ...page, response: { ...page?.response, matchingRules } }] });
    expect(broken.kind === "http" && Object.keys(broken.response.rules.header ?? {})).toEqual(["__proto__"]);
  });

  test("is a message in the list of version 3, and by its type in version 4", () => {
    const old = only({ messages: [{ description: "freeze", contents: { a: 1 }, metaData: { event: "freeze" } }] });
    const contents = { content: "eyJhIjoxfQ==", contentType: "application/json", encoded: "base64" };
    const message = { type: "Asynchronous/Messages", description: "freeze", contents, metadata: { event: "freeze" } };
    expect(only({ ...version("4.0"), interactions: [message] })).toEqual(old);
    expect(old).toMatchObject({ kind: "message", metadata: { event: "freeze" }, body: { content: { a: 1 } } });
  });

  test.each<[string, object, string]>([
    ["an unknown matcher", { body: { $: { matchers: [{ match: "banana" }] } } }, 'there is no matcher "banana"'],
    ["a regex without one", { body: { $: { matchers: [{ match: "regex" }] } } }, "needs regex, a string"],
    [
      "matchers that are not a list",
      { body: { $: { matchers: 5 } } },
      "matchingRules.body.$.matchers: expected an array",
    ],
    ["an unknown part", { cookies: {} }, "matchingRules.cookies: there is no such part"],
    ["a part that every object inherits", { constructor: {} }, "matchingRules.constructor: there is no such part"],
  ])("with %s is unreadable, and the others are not", (_, matchingRules, problem) => {
    const [page] = v3.interactions;
    const broken = { ...page, response: { ...page?.response, matchingRules } };
    const [first, second] = pact({ ...v3, interactions: [broken, page] }).interactions;
    expect(first).toMatchObject({ kind: "unreadable", description: "a page" });
    expect((first as { problem: string }).problem).toContain(problem);
    expect(second?.kind).toBe("http");
  });

  test.each<[string, unknown]>([
    ["a number", 5],
    ["an object without request", { description: "x", response: {} }],
    ["a request without path", { description: "x", request: { method: "GET" }, response: {} }],
    ["a synchronous message", { description: "x", type: "Synchronous/Messages" }],
    ["states without a name", { description: "x", providerStates: [{}], request: {}, response: {} }],
  ])("is unreadable as %s", (_, written) => {
    expect(only({ interactions: [written] }).kind).toBe("unreadable");
  });
});

describe("a file that is not a pact is refused in one line", () => {
  test.each<[string, string, RegExp]>([
    ["not JSON", "pact: true", /^x\.json: this is not JSON/],
    ["cut off", JSON.stringify({ ...parties, ...v3 }).slice(0, 200), /^x\.json: it is cut off after 200 characters/],
    ["cut off in a word", JSON.stringify({ ...parties, ...v3 }).slice(0, 120), /^x\.json: it is cut off/],
    ["another document", '{"openapi":"3.1.0"}', /^x\.json: this is not a pact/],
    ["a list", "[]", /^x\.json: this is not a pact/],
    ["empty", "", /^x\.json: this is not JSON/],
    ["without a consumer", '{"interactions":[]}', /^x\.json: consumer\.name/],
    ["of version 5", JSON.stringify({ ...parties, ...v3, ...version("5.0") }), /"5\.0" is unknown/],
  ])("%s", (_, text, line) => {
    expect(() => readPact(text, "x.json")).toThrow(UsageError);
    expect(() => readPact(text, "x.json")).toThrow(line);
  });

  const folder = mkdtempSync(join(tmpdir(), "assay-pact-"));

  test("50 MB", () => {
    const file = join(folder, "large.json");
    writeFileSync(file, "");
    truncateSync(file, 50_000_000);
    expect(() => readPactFile(file)).toThrow(/it has 50 MB, and more than 32 MB are not read; split it/);
  });

  test("a folder, or nothing", () => {
    expect(() => readPactFile(folder)).toThrow(/this is a folder; give a pact file/);
    expect(() => readPactFile(join(folder, "none.json"))).toThrow(/there is no such file/);
  });
});

test("5,000 interactions are read", () => {
  const [page] = v4.interactions;
  const many = Array.from({ length: 5000 }, (_, index) => ({ ...page, description: `page ${index}` }));
  expect(pact({ ...v4, interactions: many }).interactions).toHaveLength(5000);
});

test("100,000 matchers are read", () => {
  const [page] = v3.interactions;
  const many = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`$.data[${index}].id`, { matchers: [{ match: "type" }] }]),
  );
  const response = { ...page?.response, matchingRules: { body: many } };
  const [read] = pact({ ...v3, interactions: [{ ...page, response }] }).interactions;
  expect(read?.kind === "http" && Object.keys(read.response.rules.body ?? {})).toHaveLength(100_000);
});
