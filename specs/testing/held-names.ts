import type { Schema } from "../../base/formats/json-schema.ts";
import { bundle, type Document, surfaces } from "../documents.ts";
import { type Files, specificationFile } from "../files.ts";
import { loadInstallMachine } from "../install-machine.ts";
import { limit, loadLimits } from "../limits.ts";
import { operationsOf } from "../operations.ts";
import { inline } from "../schemas/references.ts";
import { loadVersioning } from "../versioning.ts";
import type { OutlineNames } from "./outline.ts";

type ErrorTable = Record<string, { code?: string; field_codes?: Record<string, string> }>;

/** Everything that the documents and tables name, by kind, written as the outline writes it. */
export function heldNames(files?: Files): Record<keyof OutlineNames, string[]> {
  const documents = surfaces.map((surface) => bundle(surface, files));
  const operations = documents.flatMap((document, index) => operationsOf(document, surfaces[index] ?? "v1"));
  const calls = operations.filter(({ surface }) => surface !== "webhooks");
  const events = operations.filter(({ surface }) => surface === "webhooks");
  const errors = specificationFile<ErrorTable>("errors.yaml", files);
  const limits = Object.entries(loadLimits(files)).filter(([, { source }]) => source);
  return {
    operations: calls.map(({ method, address, path }) => `${method} {${address}}${path}`),
    events: events.map(({ path }) => path),
    fields: documents.flatMap((document) => recordPaths(document, (_, path) => [path])),
    parameters: operations.flatMap(({ id, parameters }) => parameters.map(({ name }) => `${id}.${name}`)),
    headers: operations.flatMap(({ id, responses }) =>
      Object.entries(responses).flatMap(([status, { headers }]) =>
        headers.map(({ name }) => `${id} ${status}.${name}`),
      ),
    ),
    statuses: operations.flatMap(({ id, responses }) => Object.keys(responses).map((status) => `${id}.${status}`)),
    errors: Object.keys(errors),
    values: documents.flatMap((document) =>
      recordPaths(document, (schema, path) => valuesOf(schema).map((value) => `${path.replaceAll("[]", "")}.${value}`)),
    ),
    codes: Object.values(errors).flatMap(({ code }) => code ?? []),
    field_codes: Object.values(errors["422"]?.field_codes ?? {}),
    schemes: documents.flatMap((document) => Object.keys(document.components.securitySchemes ?? {})),
    scopes: documents.flatMap(scopesOf),
    media_types: [loadVersioning(files).accept, loadVersioning(files).content_type],
    states: Object.keys(loadInstallMachine(files).states),
    limits: limits.map(([name]) => `${name}.${limit(name, files)}`),
  };
}

/** The scopes that a document's operations ask for. */
const scopesOf = (document: Document): string[] =>
  [...JSON.stringify(document.paths ?? {}).matchAll(/"OAuth2":\["([^"]+)"/g)].map(([, scope = ""]) => scope);

/** The values that a schema lists; `true` and `false` are no names. */
const valuesOf = (schema: Schema): string[] =>
  ((schema.enum ?? (typeof schema.const === "string" ? [schema.const] : [])) as unknown[]).map(String);

/** Visits each field of each named record, with its path, such as `Client.categories[].id`. */
function recordPaths(document: Document, visit: (schema: Schema, path: string) => string[]): string[] {
  const walk = (schema: Schema, path: string): string[] => [
    ...Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => [
      ...visit(field, `${path}.${name}`),
      ...walk(field, `${path}.${name}`),
    ]),
    ...(schema.items
      ? [...visit(schema.items as Schema, `${path}[]`), ...walk(schema.items as Schema, `${path}[]`)]
      : []),
    ...((schema.allOf ?? []) as Schema[]).flatMap((part) => walk(part, path)),
  ];
  return Object.entries(document.components.schemas ?? {}).flatMap(([name, schema]) =>
    walk(inline(schema, document) as Schema, name),
  );
}
