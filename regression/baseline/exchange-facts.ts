import { parseJson } from "../../base/json.ts";
import { anonymizeName, codeFields, freeObjects } from "../../base/text/anonymous-names.ts";
import type { RecordedExchange } from "../../record/journal.ts";
import type { Operation, Schema } from "../../specs/operations.ts";
import { answerTo } from "../../specs/schemas.ts";
import { anonymizeMessage } from "./anonymous.ts";
import type { BaselineFacts } from "./facts.ts";

/** Headers that say nothing about a provider, or something else each time. */
const volatileHeaders = new Set([
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "age",
  "etag",
]);

/** Collects the facts of one exchange: its headers, its message, and the fields that the specification does not show. */
export function collectFacts({ response }: RecordedExchange, operation: Operation, facts: BaselineFacts): void {
  const { status, headers } = response;
  // Which request meets the rate limit is chance.
  if (status === 429) return;
  const prefix = `${operation.id} ${status}:`;
  for (const name of Object.keys(headers))
    if (!volatileHeaders.has(name)) facts.add(`${prefix} headers`, anonymizeName(name));
  const body = parseJson(response.body);
  if (body === undefined) {
    if (response.body !== "") facts.add(`${prefix} body`, "not JSON");
    return;
  }
  const { meta } = (body ?? {}) as { meta?: { message?: unknown } | null };
  const message = meta?.message;
  if (status >= 400 && typeof message === "string") facts.add(`${prefix} message`, anonymizeMessage(message));
  collectShape(body, answerTo(operation, status)?.schema, { prefix, path: "" }, facts);
}

/** Where a value stands: how the names of its facts begin, and its path in the body. */
interface FactPlace {
  prefix: string;
  path: string;
}

/** Collects the types of every field that a schema does not name, and the words of codes. */
function collectShape(
  value: unknown,
  schema: Schema | undefined,
  { prefix, path }: FactPlace,
  facts: BaselineFacts,
): void {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    for (const item of value) collectShape(item, items, { prefix, path: `${path}[]` }, facts);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    const known = propertyOf(schema, name);
    const place = { prefix, path: `${path}.${known ? name : anonymizeName(name)}` };
    if (!known) facts.add(`${prefix} field ${place.path}`, typeOf(field));
    if (typeof field === "string" && codeFields.has(name) && /^[a-z_]{1,30}$/.test(field))
      facts.addCode(`${prefix} value ${place.path}`, field);
    if (!freeObjects.has(name)) collectShape(field, known, place, facts);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The schemas that a schema is made of. */
const piecesOf = (schema: Schema | undefined): Schema[] =>
  schema
    ? [schema, ...["allOf", "anyOf", "oneOf"].flatMap((key) => ((schema[key] ?? []) as Schema[]).flatMap(piecesOf))]
    : [];

const itemsOf = (schema: Schema | undefined): Schema | undefined =>
  piecesOf(schema).find(({ items }) => items)?.items as Schema | undefined;

const propertyOf = (schema: Schema | undefined, name: string): Schema | undefined =>
  piecesOf(schema)
    .map(({ properties }) => (properties as Record<string, Schema> | undefined)?.[name])
    .find(Boolean);
