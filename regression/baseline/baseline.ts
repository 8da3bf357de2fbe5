import { parseJson } from "../../base/json.ts";
import type { Entry, RecordedExchange } from "../../record/journal.ts";
import type { Operation, Schema } from "../../specs/operations.ts";
import { answerTo } from "../../specs/schemas.ts";
import { anonymous, nameless } from "./anonymous.ts";

/** What a provider does where the specification is silent: facts by name, each with what was seen, in order. */
export interface Baseline {
  format: "assay-baseline/1";
  target: string;
  facts: Record<string, string[]>;
}

/** Headers that say nothing about a provider, or something else each time. */
const volatile = new Set(["date", "connection", "keep-alive", "transfer-encoding", "content-length", "age", "etag"]);

/** Objects whose keys a business makes up itself. */
const free = new Set(["custom_fields"]);

/** Fields whose values are words of the API and not of anybody's life. */
const coded = new Set(["status", "type", "source", "state", "kind", "event", "resource", "status_from", "status_to"]);

/** What a run's journal tells of its provider, as shapes and words of the API alone: nothing of anybody's data. */
export function baselineOf(entries: readonly Entry[], operations: readonly Operation[]): Baseline {
  const facts = new Map<string, Set<string>>();
  const add = (fact: string, value: string) => facts.set(fact, (facts.get(fact) ?? new Set()).add(value));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  let target = "";
  for (const entry of entries) {
    if (entry.kind === "target") target = entry.name;
    if (entry.kind === "observation")
      for (const value of [entry.value].flat()) if (isPlain(value)) add(`observed: ${entry.topic}`, String(value));
    if (entry.kind === "exchange") {
      const operation = byId.get(entry.operation);
      if (operation) tell(entry, operation, add);
    }
  }
  const sorted = [...facts].map(([fact, values]): [string, string[]] => [fact, listed(fact, values)]);
  const names = sorted.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { format: "assay-baseline/1", target, facts: Object.fromEntries(names) };
}

/** As many words as a code has; what takes more values is no code, whatever its name. */
const mostWords = 12;

const listed = (fact: string, values: ReadonlySet<string>): string[] =>
  fact.includes(": value ") && values.size > mostWords ? ["many"] : [...values].toSorted();

const isPlain = (value: unknown): boolean =>
  typeof value === "number" || typeof value === "boolean" || /^[a-z_ ]{1,40}$/.test(String(value));

/** The facts of one exchange: its headers, its message, and the fields that the specification does not show. */
function tell({ response }: RecordedExchange, operation: Operation, add: (fact: string, value: string) => void): void {
  const { status, headers } = response;
  const place = `${operation.id} ${status}`;
  for (const name of Object.keys(headers)) if (!volatile.has(name)) add(`${place}: headers`, nameless(name));
  const body = parseJson(response.body);
  if (body === undefined) {
    if (response.body !== "") add(`${place}: body`, "not JSON");
    return;
  }
  const { meta } = (body ?? {}) as { meta?: { message?: unknown } | null };
  const message = meta?.message;
  if (status >= 400 && typeof message === "string") add(`${place}: message`, anonymous(message));
  shape(body, answerTo(operation, status)?.schema, "", (path, value) => add(`${place}: ${path}`, value));
}

/** Tells the types of every field that a schema does not name, and the words of coded ones. */
function shape(
  value: unknown,
  schema: Schema | undefined,
  path: string,
  add: (path: string, value: string) => void,
): void {
  if (Array.isArray(value)) {
    const items = partOf(schema, "items");
    for (const item of value) shape(item, items, `${path}[]`, add);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    const own = propertyOf(schema, name);
    const at = `${path}.${own ? name : nameless(name)}`;
    if (!own) add(`field ${at}`, typeOf(field));
    if (typeof field === "string" && coded.has(name) && /^[a-z_]{1,30}$/.test(field)) add(`value ${at}`, field);
    if (!free.has(name)) shape(field, own, at, add);
  }
}

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** The schemas that a schema is made of. */
const piecesOf = (schema: Schema | undefined): Schema[] =>
  schema
    ? [schema, ...["allOf", "anyOf", "oneOf"].flatMap((key) => ((schema[key] ?? []) as Schema[]).flatMap(piecesOf))]
    : [];

const partOf = (schema: Schema | undefined, key: string): Schema | undefined =>
  piecesOf(schema).find((one) => one[key])?.[key] as Schema | undefined;

const propertyOf = (schema: Schema | undefined, name: string): Schema | undefined =>
  piecesOf(schema)
    .map((one) => (one.properties as Record<string, Schema> | undefined)?.[name])
    .find(Boolean);
