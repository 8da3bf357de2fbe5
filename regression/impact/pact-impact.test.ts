import { expect, test } from "vitest";
import { readPact } from "../../contracts/pact/pact-file.ts";
import { openDocument } from "../diff/documents/open-document.ts";
import type { OpenApiObject } from "../diff/operations/small-changes.test-data.ts";
import { impactOn } from "./pact-impact.ts";
import { resolveOperations } from "./resolved-operations.ts";

const version = (operation: OpenApiObject) => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { "/things": { post: { responses: { 200: { description: "" } }, ...operation } } },
  };
  return resolveOperations(new Map([["v1", openDocument("things.json", () => structuredClone(document))]]));
};

/** Where an interaction that held no longer does. */
function broken(interaction: OpenApiObject, old: OpenApiObject, fresh: OpenApiObject): string[] {
  const pact = {
    consumer: { name: "reader" },
    provider: { name: "things" },
    interactions: [{ type: "Synchronous/HTTP", description: "a thing", response: { status: 200 }, ...interaction }],
    metadata: { pactSpecification: { version: "4.0" } },
  };
  const impact = impactOn(readPact(JSON.stringify(pact), "reader.json"), version(old), version(fresh));
  expect(impact.alreadyBroken).toBe(0);
  return impact.broken.flatMap(({ breaks }) => breaks.map(({ part, pointer }) => `${part} ${pointer}`));
}

const request = { method: "POST", path: "/things" };
const text = { type: "string" };
const object = (properties: OpenApiObject, required: string[] = []) => ({ type: "object", properties, required });

const taking = (content: Record<string, OpenApiObject>) => ({
  requestBody: {
    content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
  },
});
const form = "application/x-www-form-urlencoded";
const named = object({ name: text, age: { type: "integer" } }, ["name"]);
const posted = (contentType: string, content: unknown) => ({ request: { ...request, body: { content, contentType } } });

test("a form is checked against the form that is taken", () => {
  const sent = posted(form, "name=oak&age=7");
  const both = taking({ "application/json": named, [form]: named });
  expect(broken(sent, both, both)).toEqual([]);
  expect(broken(sent, both, taking({ "application/json": named }))).toEqual(["request.header /Content-Type"]);
  expect(broken(sent, both, taking({ [form]: object({ ...named.properties, kind: text }, ["name", "kind"]) }))).toEqual(
    ["request.body /kind"],
  );
});

test.each([401, 403, 404])("a request that is to be refused with %i does not break on what it sends", (status) => {
  const refused = { ...posted("application/json", { name: "oak" }), response: { status } };
  const answering = { responses: { [status]: { description: "" } } };
  const old = { ...taking({ "application/json": named }), ...answering };
  const fresh = { ...taking({ "application/json": object({ kind: text }, ["kind"]) }), ...answering };
  expect(broken(refused, old, fresh)).toEqual([]);
});

test("JSON that is no longer taken breaks anyone who sends it", () => {
  const sent = posted("application/json", { name: "oak" });
  const both = taking({ "application/json": named, [form]: named });
  expect(broken(sent, both, taking({ [form]: named }))).toEqual(["request.header /Content-Type"]);
});

const listed = (more: OpenApiObject) => ({
  parameters: [{ name: "tag", in: "query", schema: { type: "array", items: text }, ...more }],
});
const tagged = (...tag: string[]) => ({ request: { ...request, query: { tag } } });

test("values that were sent one by one and are read together break, and a single one does not", () => {
  expect(broken(tagged("a", "b"), listed({}), listed({ explode: false }))).toEqual(["request.query /tag"]);
  expect(broken(tagged("a"), listed({}), listed({ explode: false }))).toEqual([]);
  expect(broken(tagged("a,b"), listed({ explode: false }), listed({}))).toEqual(["request.query /tag"]);
  expect(broken(tagged("a|b"), listed({ style: "pipeDelimited" }), listed({ explode: false }))).toEqual([
    "request.query /tag",
  ]);
});

const answering = (schema: OpenApiObject, headers: OpenApiObject = {}) => ({
  responses: { 200: { description: "", headers, content: { "application/json": { schema } } } },
});

test("a rule for each value of a map is a rule for those that are new", () => {
  const map = (values: OpenApiObject) =>
    answering(object({ m: { type: "object", additionalProperties: values } }, ["m"]));
  const rule = { combine: "AND", matchers: [{ match: "eachValue", rules: [{ match: "type" }] }] };
  const response = {
    status: 200,
    body: { content: { m: { k: "x" } }, contentType: "application/json" },
    matchingRules: { body: { "$.m": rule } },
  };
  expect(broken({ request, response }, map(text), map({ type: "integer" }))).toEqual(["response.body /m/k"]);
  expect(broken({ request, response }, map(text), map({ ...text, maxLength: 9 }))).toEqual([]);
});

test("a pattern that took every value of a header breaks where others come", () => {
  const counted = (schema: OpenApiObject) => answering({}, { "X-Count": { required: true, schema } });
  const rule = { combine: "AND", matchers: [{ match: "regex", regex: "^\\d+$" }] };
  const response = { status: 200, headers: { "X-Count": ["7"] }, matchingRules: { header: { "X-Count": rule } } };
  expect(broken({ request, response }, counted({ type: "integer", minimum: 0 }), counted(text))).toEqual([
    "response.header /X-Count",
  ]);
});

test("anyone who reads a field that may be left out loses it when it goes, and no one else", () => {
  const reading = (content: OpenApiObject) => ({
    request,
    response: { status: 200, body: { content, contentType: "application/json" } },
  });
  const [old, fresh] = [answering(object({ a: text, b: text }, ["a"])), answering(object({ a: text }, ["a"]))];
  expect(broken(reading({ a: "x", b: "y" }), old, fresh)).toEqual(["response.body /b"]);
  expect(broken(reading({ a: "x" }), old, fresh)).toEqual([]);
});

const received = (content: unknown) => ({
  request,
  response: { status: 200, body: { content, contentType: "application/json" } },
});
const manyIn = (schema: OpenApiObject) =>
  answering(object({ list: { type: "array", items: text, ...schema } }, ["list"]));

test("who takes an empty list alone is broken by one that may hold something, or be something else", () => {
  const empty = received({ list: [] });
  const old = manyIn({ maxItems: 0 });
  expect(broken(empty, old, old)).toEqual([]);
  expect(broken(empty, old, manyIn({ maxItems: 5 }))).toEqual(["response.body /list"]);
  expect(broken(empty, old, manyIn({}))).toEqual(["response.body /list"]);
  expect(broken(empty, old, manyIn({ maxItems: 0, type: ["array", "null"] }))).toEqual(["response.body /list"]);
});

test("who takes one of many lists is not broken by longer ones", () => {
  expect(broken(received({ list: [] }), manyIn({ maxItems: 5 }), manyIn({}))).toEqual([]);
  expect(broken(received({ list: ["a"] }), manyIn({}), manyIn({ minItems: 0 }))).toEqual([]);
});

test("who takes an object is broken by one that may be null", () => {
  const nested = (type: unknown) =>
    answering(object({ place: { type, properties: { city: text }, required: ["city"] } }, ["place"]));
  const place = received({ place: { city: "Riga" } });
  expect(broken(place, nested("object"), nested(["object", "null"]))).toEqual(["response.body /place"]);
});
