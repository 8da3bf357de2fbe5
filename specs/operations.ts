import type { Schema } from "../base/formats/json-schema.ts";
import { bundle, type Document, type Node, type Surface, surfaces } from "./documents.ts";
import { type Files, specificationFiles } from "./files.ts";
import { bodyOf, type DocumentedBody, examplesOf, jsonSchema } from "./schemas/bodies.ts";
import { inline } from "./schemas/references.ts";

export type { Schema };

/** The placeholder of an address, such as `base_url`. */
export type Address = "base_url" | "api_root" | "app_url" | "v3_base_url" | "webhook_url";

/** A parameter of a request, or a header of an answer. */
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
  /** Separates the values of a list in a query, where they share one parameter. */
  separator?: string;
  requirement?: string;
  example?: unknown;
}

/** The specification of an answer with one status. */
export interface DocumentedAnswer {
  description: string;
  schema?: Schema;
  headers: Parameter[];
}

/** One operation of the specification, or one event that the platform sends, with all references in place. */
export interface Operation {
  id: string;
  surface: Surface;
  address: Address;
  method: string;
  /** The path, or an event's name. */
  path: string;
  summary: string;
  deprecated: boolean;
  /** The authentication schemes of which one is needed; empty for what the platform sends. */
  schemes: string[];
  /** The parts that the specification does not show. */
  notShown: string[];
  /** The directions that are not checked against their schemas. */
  notJudged: string[];
  /** Where a data call names its Location, such as `path.location_id`; empty for other calls. */
  dataCall: string[];
  /** True if the specification marks it as "partners only". */
  isPartnersOnly: boolean;
  /** The requirement that says what it is for, where nothing else is said of it. */
  requirement?: string;
  /** True if an overlay supplies what the specification does not show. */
  isOverlaid: boolean;
  /** Who calls it, as an overlay says: a key of the profile's credentials. */
  as?: string;
  /** Bodies that an overlay gives as examples, by name. */
  examples: Record<string, unknown>;
  parameters: Parameter[];
  body?: DocumentedBody;
  responses: Record<string, DocumentedAnswer>;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation of one document, in its order. */
export function operationsOf(document: Document, surface: Surface): Operation[] {
  const items = { ...document.paths, ...document.webhooks };
  return Object.entries(items).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => operationAt(document, surface, path, item, method)),
  );
}

const loaded = new WeakMap<Files, Operation[]>();

/** Every operation and event of a specification; the same objects each time, so that validators can be cached by them. */
export function loadOperations(files: Files = specificationFiles()): Operation[] {
  const operations = loaded.get(files) ?? surfaces.flatMap((surface) => operationsOf(bundle(surface, files), surface));
  loaded.set(files, operations);
  return operations;
}

function operationAt(document: Document, surface: Surface, path: string, item: Node, method: string): Operation {
  const node = inline(item[method], document) as Node;
  const servers = (item.servers ?? document.servers) as { url: string }[];
  const body = node.requestBody as Node | undefined;
  return {
    id: String(node.operationId),
    surface,
    address: (servers[0]?.url ?? "").replace(/[{}]/g, "") as Address,
    method: method.toUpperCase(),
    path,
    summary: String(node.summary ?? ""),
    deprecated: node.deprecated === true,
    schemes: ((node.security ?? []) as Node[]).flatMap((scheme) => Object.keys(scheme)),
    notShown: (node["x-not-shown"] ?? []) as string[],
    notJudged: node["x-shown-by-overlay"] ? [] : ((node["x-not-judged"] ?? []) as string[]),
    isOverlaid: node["x-overlaid"] === true,
    ...(node["x-requirement"] ? { requirement: String(node["x-requirement"]) } : {}),
    ...(node["x-as"] ? { as: String(node["x-as"]) } : {}),
    examples: examplesOf(body),
    dataCall: (node["x-data-call"] ?? []) as string[],
    isPartnersOnly: node["x-partners-only"] === true,
    parameters: ((node.parameters ?? []) as Node[]).map((parameter) =>
      parameterOf(String(parameter.name), String(parameter.in), parameter),
    ),
    ...(body ? { body: bodyOf(body) } : {}),
    responses: Object.fromEntries(
      Object.entries((node.responses ?? {}) as Record<string, Node>).map(([status, response]) => [
        status,
        answerOf(response),
      ]),
    ),
  };
}

function answerOf(node: Node): DocumentedAnswer {
  const schema = jsonSchema(node);
  return {
    description: String(node.description),
    headers: Object.entries((node.headers ?? {}) as Record<string, Node>).map(([name, header]) =>
      parameterOf(name, "header", header),
    ),
    ...(schema ? { schema } : {}),
  };
}

const parameterOf = (name: string, place: string, node: Node): Parameter => ({
  name,
  in: place as Parameter["in"],
  required: node.required === true,
  schema: node.schema as Schema,
  ...separatorOf(place, node),
  ...(node["x-requirement"] ? { requirement: String(node["x-requirement"]) } : {}),
  ...(node.example === undefined ? {} : { example: node.example }),
});

const separators: Record<string, string> = { form: ",", spaceDelimited: " ", pipeDelimited: "|" };

/** The separator of the values of a query parameter: only the style `form` repeats the parameter by default (`explode`). */
function separatorOf(place: string, { style = "form", explode = style === "form" }: Node): { separator?: string } {
  const separator = separators[String(style)];
  return place === "query" && explode === false && separator ? { separator } : {};
}
