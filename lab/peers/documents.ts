import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, type Node } from "../../specs/documents.ts";
import { describedReads, type RightRequest } from "./right-requests.ts";
import { stagePath } from "./stage.ts";

/** The documents that `assay spec` exports, in one, with the stage's address and right values as examples. */
export function mergedDocument(origin: string, requests: readonly RightRequest[]): Node {
  const documents = (["v1", "callback", "v3"] as const).map((surface) => bundle(surface));
  const paths: Node = {};
  for (const document of documents)
    for (const [, item] of Object.entries(document.paths ?? {})) {
      const get = item.get as Node | undefined;
      const right = requests.find(({ operation }) => operation.id === get?.operationId);
      if (!get || !right || !describedReads.includes(String(get.operationId))) continue;
      const { security: _, requestBody: __, ...rest } = get;
      paths[stagePath(right)] = { get: { ...rest, parameters: parametersOf(right), tags: undefined } };
    }
  const components = documents.reduce<Record<string, Node>>((all, { components: own }) => {
    for (const [kind, named] of Object.entries(own)) all[kind] = { ...all[kind], ...named };
    return all;
  }, {});
  const { securitySchemes: _, parameters: __, ...kept } = components;
  const { title, version } = documents[0]?.info ?? { title: "", version: "" };
  return withoutGaps({
    openapi: "3.1.0",
    info: { title, version },
    servers: [{ url: origin }],
    paths,
    components: kept,
  });
}

const withoutGaps = (document: Node): Node => JSON.parse(JSON.stringify(document)) as Node;

/** The parameters that the documented request gives, each with its value; the gate adds the headers. */
const parametersOf = ({ operation, path, query }: RightRequest): Node[] =>
  operation.parameters.flatMap(({ in: place, name, schema }) => {
    const value = place === "path" ? path[name] : query[name];
    if (place === "header" || value === undefined) return [];
    const isNumber = JSON.stringify(schema.type ?? "").includes("integer");
    return [{ name, in: place, required: true, schema, example: isNumber ? Number(value) : value }];
  });

/** The same document for peers that do not read OpenAPI 3.1, or stumble over what is allowed: 3.0, the success of each read alone, and every schema written out. */
export function plainDocument(document: Node): Node {
  const components = document.components as Record<string, Record<string, Node>>;
  const resolve = (node: Node): Node => {
    const [, , kind = "", name = ""] = typeof node.$ref === "string" ? node.$ref.split("/") : [];
    return kind ? resolve(components[kind]?.[name] ?? {}) : node;
  };
  const plain = (given: Node): Node => {
    const { allOf = [], ...own } = resolve(given) as Node & { allOf?: Node[] };
    const {
      properties,
      required,
      items,
      type,
      const: only,
      ...rest
    } = [...allOf, own].map((part) => (part === own ? part : flat(part))).reduce(mergedSchema, {});
    const kept = Object.fromEntries(plainKeywords.flatMap((key) => (key in rest ? [[key, rest[key]]] : [])));
    const types = [type ?? []].flat().filter((each) => each !== "null") as string[];
    const isNullable = [type].flat().includes("null") ? { nullable: true } : {};
    if (types.length > 1)
      return { ...isNullable, anyOf: types.map((each) => plain({ type: each, properties, required, items })) };
    return {
      ...kept,
      ...isNullable,
      ...(types[0] ? { type: types[0] } : {}),
      ...(only === undefined ? {} : { enum: [only] }),
      ...(types[0] === "array" ? { items: plain((items ?? {}) as Node) } : {}),
      ...(types[0] === "object" && properties
        ? { properties: mapValues(properties as Record<string, Node>, plain) }
        : {}),
      ...(types[0] === "object" && Array.isArray(required) && required.length > 0 ? { required } : {}),
    };
  };
  const flat = (part: Node): Node => {
    const { allOf = [], ...own } = resolve(part) as Node & { allOf?: Node[] };
    return [...allOf.map(flat), own].reduce(mergedSchema, {});
  };
  // Some peers invent values for parameters, whatever the examples are: so the address has the right ones, and a query is a choice of one.
  const paths = Object.fromEntries(
    Object.entries(document.paths as Record<string, { get: Node }>).map(([path, { get }]) => {
      const given = get.parameters as (Node & { name: string; example: unknown })[];
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        String(given.find((each) => each.name === name)?.example),
      );
      const parameters = given
        .filter((parameter) => parameter.in === "query")
        .map((parameter) => ({
          ...parameter,
          schema: { type: plain(parameter.schema as Node).type, enum: [parameter.example] },
        }));
      const { 200: success } = get.responses as Record<string, Node>;
      const content = resolve(success ?? {}).content as Record<string, { schema: Node }>;
      const responses = {
        200: { description: "Success.", content: mapValues(content, ({ schema }) => ({ schema: plain(schema) })) },
      };
      return [address, { get: { operationId: get.operationId, summary: get.summary, parameters, responses } }];
    }),
  );
  const { info, servers } = document;
  return withoutGaps({ openapi: "3.0.3", info, servers, paths });
}

/** The keywords that mean the same in every version of JSON Schema. */
const plainKeywords = [
  "description",
  "enum",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "example",
];

/** Two schemas that both hold, where the second says more of the same properties. */
const mergedSchema = (a: Node, b: Node): Node => ({
  ...a,
  ...b,
  ...(a.properties || b.properties ? { properties: { ...(a.properties as Node), ...(b.properties as Node) } } : {}),
  ...(a.required || b.required
    ? { required: [...new Set([...((a.required ?? []) as string[]), ...((b.required ?? []) as string[])])] }
    : {}),
});

const mapValues = <T, R>(values: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

/** Writes the documents that peers read; answers their files. */
export function writeDocuments(folder: string, document: Node): { modern: string; plain: string } {
  const files = { modern: join(folder, "api.json"), plain: join(folder, "api-plain.json") };
  writeFileSync(files.modern, JSON.stringify(document, null, 2));
  writeFileSync(files.plain, JSON.stringify(plainDocument(document), null, 2));
  return files;
}
