import { type Files, specificationFile } from "./files.ts";
import { loadLimits } from "./limits.ts";
import { loadVersioning } from "./versioning.ts";

/** The OpenAPI documents of the specification, one for each surface; the last describes what the platform sends. */
export const surfaces = ["v1", "callback", "v3", "webhooks"] as const;
export type Surface = (typeof surfaces)[number];

/** A JSON object of unknown shape. */
export type Node = Record<string, unknown>;

/** An OpenAPI document in which every reference is local. */
export interface Document extends Node {
  info: { title: string; version: string };
  paths?: Record<string, Node>;
  webhooks?: Record<string, Node>;
  components: Record<string, Record<string, Node>>;
}

/** One surface as a self-contained document: with the shared components that it uses, and figures filled in. */
export function bundle(surface: Surface, files?: Files): Document {
  const shared = specificationFile<Document>("openapi/shared.yaml", files);
  const adopted: Document["components"] = {};

  const adopt = (ref: string): void => {
    const [, , kind = "", name = ""] = ref.split("/");
    const components = (adopted[kind] ??= {});
    components[name] ??= copy(shared.components[kind]?.[name], true) as Node;
  };
  const copy = (node: unknown, inShared: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => copy(item, inShared));
    if (typeof node !== "object" || node === null) return node;
    const out: Node = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copy(value, inShared)]));
    if (typeof out.$ref === "string") {
      const local = out.$ref.replace(/^shared\.yaml/, "");
      if (inShared || local !== out.$ref) adopt(local);
      out.$ref = local;
    }
    return fill(out, files);
  };

  const document = copy(specificationFile(`openapi/${surface}.yaml`, files), false) as Document;
  for (const [kind, components] of Object.entries(adopted)) {
    document.components[kind] = { ...document.components[kind], ...components };
  }
  return document;
}

/** Fills in the figures and media types that a schema names by `x-limit` and `x-media-type`. */
export function fill(schema: Node, files?: Files): Node {
  if (typeof schema["x-limit"] === "string") {
    const limits = loadLimits(files);
    for (const keyword of ["minimum", "maximum", "default"]) {
      const figure = limits[`${schema["x-limit"]}.${keyword}`];
      if (figure) schema[keyword] = figure.value;
    }
  }
  if (typeof schema["x-media-type"] === "string") {
    const type = loadVersioning(files)[schema["x-media-type"] as "accept"];
    schema.pattern = patternFor(type);
    schema.examples = [type];
    schema["x-is"] = `the media type ${type}`;
  }
  return schema;
}

/** A pattern for headers that name a media type, in any case of letters, also with parameters or among others. */
const patternFor = (type: string): string => {
  const letters = type.replace(/[.+]/g, "\\$&").replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return `(^|,)\\s*${letters}\\s*(;[^,]*)?(,|$)`;
};
