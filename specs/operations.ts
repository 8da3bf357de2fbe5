import type { Schema } from "../base/json-schema.ts";
import { bundle, type Document, type Node, type Surface, surfaces } from "./documents.ts";
import { type Files, specificationFiles } from "./files.ts";
import { inline } from "./references.ts";

export type { Schema };

export type Address = "base_url" | "api_root" | "app_url" | "v3_base_url" | "webhook_url";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
  /** What stands between the values of a list in a query, where they do not come one by one. */
  separator?: string;
  requirement?: string;
  example?: unknown;
}

export interface DocumentedAnswer {
  description: string;
  schema?: Schema;
  headers: Parameter[];
}

/** One operation of the specification, or one event that it sends, with all references in place. */
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
  /** What the specification does not show of it. */
  notShown: string[];
  /** The directions that are not held against their schemas. */
  notJudged: string[];
  /** Where a data call names its Location, such as `path.location_id`; empty for other calls. */
  dataCall: string[];
  /** The requirement that says what it is for, where nothing else is said of it. */
  requirement?: string;
  /** Whether an overlay supplies what the specification does not show. */
  isOverlaid: boolean;
  /** Who calls it, as an overlay says: a key of the profile's credentials. */
  as?: string;
  /** Bodies that an overlay gives as examples, by name. */
  examples: Record<string, unknown>;
  parameters: Parameter[];
  /** Its schema as JSON, and where it may also come as a form, the schema of that; it may also be that JSON is no longer taken. */
  body?: { required: boolean; schema: Schema; form?: Schema; isJsonRefused?: true };
  responses: Record<string, DocumentedAnswer>;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation of one document, in its order. */
export function operationsOf(document: Document, surface: Surface): Operation[] {
  const places = { ...document.paths, ...document.webhooks };
  return Object.entries(places).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => operationAt(document, surface, path, item, method)),
  );
}

const loaded = new WeakMap<Files, Operation[]>();

/** Every operation and event of a specification; the same values each time, so that validators can be kept by them. */
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
    summary: String(node.summary),
    deprecated: node.deprecated === true,
    schemes: ((node.security ?? []) as Node[]).flatMap((scheme) => Object.keys(scheme)),
    notShown: (node["x-not-shown"] ?? []) as string[],
    notJudged: node["x-overlaid"] ? [] : ((node["x-not-judged"] ?? []) as string[]),
    isOverlaid: node["x-overlaid"] === true,
    ...(node["x-requirement"] ? { requirement: String(node["x-requirement"]) } : {}),
    ...(node["x-as"] ? { as: String(node["x-as"]) } : {}),
    examples: examplesOf(body),
    dataCall: (node["x-data-call"] ?? []) as string[],
    parameters: ((node.parameters ?? []) as Node[]).map((one) => parameter(String(one.name), String(one.in), one)),
    ...(body ? { body: { required: body.required === true, schema: jsonSchema(body) ?? {}, ...formOf(body) } } : {}),
    responses: Object.fromEntries(
      Object.entries(node.responses as Record<string, Node>).map(([status, one]) => [status, answer(one)]),
    ),
  };
}

/** The examples of a JSON body; one without a name is called by none. */
function examplesOf(body: Node | undefined): Record<string, unknown> {
  const { example, examples } = ((body?.content as Record<string, Node> | undefined)?.["application/json"] ?? {}) as {
    example?: unknown;
    examples?: Record<string, { value?: unknown }>;
  };
  const named = Object.entries(examples ?? {}).map(([name, one]): [string, unknown] => [name, one.value]);
  return Object.fromEntries(example === undefined ? named : [["", example], ...named]);
}

const schemaAs = (mediaType: string, holder: Node): Schema | undefined =>
  (holder.content as Record<string, Node> | undefined)?.[mediaType]?.schema as Schema | undefined;

const jsonSchema = (holder: Node): Schema | undefined => schemaAs("application/json", holder);

/** What a body says of forms, and of JSON beside them. */
function formOf(body: Node): { form?: Schema; isJsonRefused?: true } {
  const form = schemaAs("application/x-www-form-urlencoded", body);
  const types = Object.keys(body.content ?? {});
  const isJsonRefused = types.length > 0 && !types.some((type) => /[/+](json\b|\*)/i.test(type));
  return { ...(form ? { form } : {}), ...(isJsonRefused ? { isJsonRefused } : {}) };
}

function answer(node: Node): DocumentedAnswer {
  const schema = jsonSchema(node);
  return {
    description: String(node.description),
    headers: Object.entries((node.headers ?? {}) as Record<string, Node>).map(([name, one]) =>
      parameter(name, "header", one),
    ),
    ...(schema ? { schema } : {}),
  };
}

const parameter = (name: string, place: string, node: Node): Parameter => ({
  name,
  in: place as Parameter["in"],
  required: node.required === true,
  schema: node.schema as Schema,
  ...separatorOf(place, node),
  ...(node["x-requirement"] ? { requirement: String(node["x-requirement"]) } : {}),
  ...(node.example === undefined ? {} : { example: node.example }),
});

const separators: Record<string, string> = { form: ",", spaceDelimited: " ", pipeDelimited: "|" };

/** What joins the values of a query parameter; of each style, only a form sends them one by one unless it is told otherwise. */
function separatorOf(place: string, { style = "form", explode = style === "form" }: Node): { separator?: string } {
  const separator = separators[String(style)];
  return place === "query" && explode === false && separator ? { separator } : {};
}
