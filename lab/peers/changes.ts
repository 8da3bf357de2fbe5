import type { Node } from "../../specs/documents.ts";

/** A small change of a document, and whether it breaks someone who keeps to the old one. */
export interface DocumentChange {
  name: string;
  isBreaking: boolean;
  change: (document: Node) => void;
}

/** The value at a path of keys. */
const at = (document: Node, ...keys: string[]): Node => keys.reduce<Node>((node, key) => node[key] as Node, document);

/** A small API that every peer reads: OpenAPI 3.0, no references, one read and one write. */
export const smallApi = (): Node => ({
  openapi: "3.0.3",
  info: { title: "Rooms", version: "1.0.0" },
  paths: {
    "/rooms": {
      get: {
        operationId: "listRooms",
        parameters: [
          { name: "count", in: "query", required: false, schema: { type: "integer", minimum: 1, maximum: 100 } },
          { name: "kind", in: "query", required: false, schema: { type: "string", enum: ["chair", "room"] } },
        ],
        responses: { 200: { description: "Rooms.", content: json({ type: "array", items: room() }) } },
      },
      post: {
        operationId: "addRoom",
        requestBody: { required: false, content: json(room()) },
        responses: { 201: { description: "Added." }, 422: { description: "Not valid." } },
      },
    },
    "/rooms/{id}": {
      delete: {
        operationId: "removeRoom",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { 204: { description: "Removed." } },
      },
    },
  },
});

const json = (schema: Node): Node => ({ "application/json": { schema } });

const room = (): Node => ({
  type: "object",
  required: ["id", "title"],
  properties: {
    id: { type: "integer" },
    title: { type: "string", maxLength: 100 },
    kind: { type: "string", enum: ["chair", "room"] },
    note: { type: "string" },
  },
});

const list = (document: Node) => at(document, "paths", "/rooms", "get");
const parameters = (document: Node) => list(document).parameters as Node[];
const answered = (document: Node) =>
  at(list(document), "responses", "200", "content", "application/json", "schema", "items");
const sent = (document: Node) =>
  at(document, "paths", "/rooms", "post", "requestBody", "content", "application/json", "schema");
const field = (schema: Node, name: string) => at(schema, "properties", name);

/** Takes a key away. */
const without = (node: Node, key: string): void => {
  delete node[key];
};

/** Changes of the small API, half of which break someone. */
export const changes: DocumentChange[] = [
  { name: "an operation is removed", isBreaking: true, change: (d) => without(at(d, "paths"), "/rooms/{id}") },
  { name: "a method is removed", isBreaking: true, change: (d) => without(at(d, "paths", "/rooms"), "post") },
  {
    name: "an optional parameter becomes required",
    isBreaking: true,
    change: (d) => Object.assign(parameters(d)[0] ?? {}, { required: true }),
  },
  {
    name: "a required parameter is added",
    isBreaking: true,
    change: (d) => void parameters(d).push({ name: "zone", in: "query", required: true, schema: { type: "string" } }),
  },
  {
    name: "a parameter's maximum falls",
    isBreaking: true,
    change: (d) => Object.assign(parameters(d)[0]?.schema as Node, { maximum: 50 }),
  },
  {
    name: "a parameter loses an enum value",
    isBreaking: true,
    change: (d) => Object.assign(parameters(d)[1]?.schema as Node, { enum: ["chair"] }),
  },
  {
    name: "a parameter gets a pattern",
    isBreaking: true,
    change: (d) => Object.assign(parameters(d)[1]?.schema as Node, { pattern: "^c" }),
  },
  {
    name: "a field of an answer is removed",
    isBreaking: true,
    change: (d) => {
      without(at(answered(d), "properties"), "title");
      answered(d).required = ["id"];
    },
  },
  {
    name: "a field of an answer becomes optional",
    isBreaking: true,
    change: (d) => Object.assign(answered(d), { required: ["id"] }),
  },
  {
    name: "a field of an answer changes its type",
    isBreaking: true,
    change: (d) => Object.assign(field(answered(d), "id"), { type: "string" }),
  },
  {
    name: "a field of an answer may be null",
    isBreaking: true,
    change: (d) => Object.assign(field(answered(d), "title"), { nullable: true }),
  },
  {
    name: "a field of an answer may be longer",
    isBreaking: true,
    change: (d) => Object.assign(field(answered(d), "title"), { maxLength: 200 }),
  },
  {
    name: "a field that is sent becomes required",
    isBreaking: true,
    change: (d) => Object.assign(sent(d), { required: ["id", "title", "kind"] }),
  },
  {
    name: "a field that is sent may be less long",
    isBreaking: true,
    change: (d) => Object.assign(field(sent(d), "title"), { maxLength: 50 }),
  },
  {
    name: "a body becomes required",
    isBreaking: true,
    change: (d) => Object.assign(at(d, "paths", "/rooms", "post", "requestBody"), { required: true }),
  },
  {
    name: "a success has another status",
    isBreaking: true,
    change: (d) => Object.assign(at(d, "paths", "/rooms", "post"), { responses: { 200: { description: "Added." } } }),
  },
  {
    name: "an operation is added",
    isBreaking: false,
    change: (d) =>
      Object.assign(at(d, "paths"), { "/halls": { get: { responses: { 200: { description: "Halls." } } } } }),
  },
  {
    name: "an optional parameter is added",
    isBreaking: false,
    change: (d) => void parameters(d).push({ name: "zone", in: "query", required: false, schema: { type: "string" } }),
  },
  {
    name: "a parameter's maximum rises",
    isBreaking: false,
    change: (d) => Object.assign(parameters(d)[0]?.schema as Node, { maximum: 200 }),
  },
  {
    name: "a parameter gets an enum value",
    isBreaking: false,
    change: (d) => Object.assign(parameters(d)[1]?.schema as Node, { enum: ["chair", "room", "hall"] }),
  },
  {
    name: "a field of an answer becomes required",
    isBreaking: false,
    change: (d) => Object.assign(answered(d), { required: ["id", "title", "note"] }),
  },
  {
    name: "a field of an answer may be less long",
    isBreaking: false,
    change: (d) => Object.assign(field(answered(d), "title"), { maxLength: 50 }),
  },
  {
    name: "a field of an answer is added",
    isBreaking: false,
    change: (d) => Object.assign(at(answered(d), "properties"), { size: { type: "number" } }),
  },
  {
    name: "a field that is sent becomes optional",
    isBreaking: false,
    change: (d) => Object.assign(sent(d), { required: ["id"] }),
  },
  {
    name: "an optional field that is sent is added",
    isBreaking: false,
    change: (d) => Object.assign(at(sent(d), "properties"), { size: { type: "number" } }),
  },
  {
    name: "a description changes",
    isBreaking: false,
    change: (d) => Object.assign(at(list(d), "responses", "200"), { description: "All rooms." }),
  },
  {
    name: "the keys come in another order",
    isBreaking: false,
    change: (d) =>
      Object.assign(answered(d), {
        properties: Object.fromEntries(Object.entries(at(answered(d), "properties")).toReversed()),
      }),
  },
  { name: "a summary is added", isBreaking: false, change: (d) => Object.assign(list(d), { summary: "Lists rooms." }) },
];
