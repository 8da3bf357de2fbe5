import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, type Node } from "../../specs/documents.ts";
import { describedReads, type RightRequest } from "./right-requests.ts";
import { stagePath } from "./stage.ts";

/** The documents that `assay spec` exports, in one, with the stage's address and right values as examples. */
export function mergedDocument(origin: string, requests: readonly RightRequest[]): Node {
  const documents = (["v1", "v3"] as const).map((surface) => bundle(surface));
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

/** The same document as OpenAPI 3.0, for peers that do not read 3.1; what 3.0 cannot say is left out. */
export function asOpenApi30(document: Node): Node {
  const convert = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(convert);
    if (typeof node !== "object" || node === null) return node;
    const { type, const: only, if: _, then: __, else: ___, examples: ____, ...rest } = node as Node;
    const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, convert(value)]));
    if (only !== undefined) converted.enum = [only];
    if (!Array.isArray(type)) return type === undefined ? converted : { ...converted, type: convert(type) };
    const types = type.filter((each) => each !== "null");
    const nullable = types.length < type.length ? { nullable: true } : {};
    return types.length === 1
      ? { ...converted, ...nullable, type: types[0] as string }
      : { ...converted, ...nullable, anyOf: types.map((each) => ({ type: each as string })) };
  };
  return { ...(convert(document) as Node), openapi: "3.0.3" };
}

/** Writes the documents that peers read; answers their files. */
export function writeDocuments(folder: string, document: Node): { modern: string; older: string } {
  const files = { modern: join(folder, "api.json"), older: join(folder, "api-3.0.json") };
  writeFileSync(files.modern, JSON.stringify(document, null, 2));
  writeFileSync(files.older, JSON.stringify(asOpenApi30(document), null, 2));
  return files;
}
