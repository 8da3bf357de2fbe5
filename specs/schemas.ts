import type { Schema } from "../base/formats/json-schema.ts";
import type { Operation, Parameter } from "./operations.ts";

/** Which side of an exchange, and which part of it, a schema describes. */
export interface Slot {
  direction: "request" | "response";
  part: "path" | "query" | "headers" | "body";
  /** The status of a response. */
  status?: number | string;
  /** The query that a response answers: some fields are there only when it asked for them. */
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Conditions known to hold, such as `linked`: some schemas hold only while they do. */
  holds?: readonly string[] | undefined;
}

/** The parts of an operation's exchanges, those of responses by the queries and the conditions that vary them. */
export const slotsOf = (
  operation: Operation,
  queries: readonly Slot["query"][],
  conditions: readonly Slot["holds"][] = [[]],
): Slot[] => [
  ...(["path", "query", "headers", "body"] as const).map((part): Slot => ({ direction: "request", part })),
  ...Object.keys(operation.responses).flatMap((status) =>
    conditions.flatMap((holds) =>
      queries.flatMap((query) =>
        (["headers", "body"] as const).map((part): Slot => ({ direction: "response", part, status, holds, query })),
      ),
    ),
  ),
];

/** The JSON Schema of one part of an operation's exchange; undefined where the specification shows none. */
export function deriveSchema(operation: Operation, slot: Slot): Schema | undefined {
  if (operation.notJudged.includes(slot.direction)) return undefined;
  const source = slot.direction === "request" ? requestSchema(operation, slot) : responseSchema(operation, slot);
  return source && (resolveNode(source, undefined, slot) as Schema);
}

/** The documented answer to which a status belongs: its own, its class's, or the default. */
export const answerTo = (operation: Operation, status: number | string) =>
  operation.responses[status] ?? operation.responses[`${String(status)[0]}XX`] ?? operation.responses.default;

function requestSchema(operation: Operation, { part }: Slot): Schema | undefined {
  if (part === "body") return operation.body?.schema;
  const place = part === "headers" ? "header" : part;
  const schema = objectOf(operation.parameters.filter((parameter) => parameter.in === place));
  return schema && { ...schema, "x-requirement": "REQ-2" };
}

function responseSchema(operation: Operation, { part, status = "default" }: Slot): Schema | undefined {
  const answer = answerTo(operation, status);
  if (part === "body") return answer?.schema;
  return part === "headers" && answer ? objectOf(answer.headers) : undefined;
}

/** Parameters or headers as one object; names of headers in lower case, as they are compared. */
function objectOf(parameters: Parameter[]): Schema | undefined {
  if (parameters.length === 0) return undefined;
  const keyOf = ({ in: place, name }: Parameter) => (place === "header" ? name.toLowerCase() : name);
  return {
    type: "object",
    required: parameters.filter(({ required }) => required).map(keyOf),
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        keyOf(parameter),
        { ...parameter.schema, ...(parameter.requirement ? { "x-requirement": parameter.requirement } : {}) },
      ]),
    ),
  };
}

/** The document's schema as values are checked against it: every node has its requirement, and conditions are settled. */
function resolveNode(node: unknown, inherited: unknown, slot: Slot): unknown {
  if (Array.isArray(node)) return node.map((item) => resolveNode(item, inherited, slot));
  if (typeof node !== "object" || node === null) return node;
  const {
    "x-holds-while": condition,
    "x-evident-when": evidence,
    ...schema
  } = settlePresence(node as Schema, slot.query ?? {});
  const requirement = schema["x-requirement"] ?? inherited;
  const out: Schema = requirement ? { "x-requirement": requirement } : {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties") {
      out[key] = Object.fromEntries(
        Object.entries(value as Record<string, unknown>).map(([name, property]) => [
          name,
          resolveNode(property, requirement, slot),
        ]),
      );
    } else if (subschemas.has(key)) out[key] = resolveNode(value, requirement, slot);
    else out[key] = value;
  }
  const isOpen = condition && !slot.holds?.includes(String(condition));
  return isOpen ? { if: evidence, then: out } : out;
}

/** The keywords under which further schemas stand. */
const subschemas = new Set(["items", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"]);

/** When a property is present: exactly when a query parameter has a value. */
export interface Presence {
  query: string;
  is: string;
  requirement: string;
}

const presences = new WeakMap<Operation, Presence[]>();

/** The conditions on which fields of an operation's answers depend, one for each query parameter. */
export function presencesOf(operation: Operation): Presence[] {
  const known = presences.get(operation) ?? [
    ...new Map(findPresences(operation.responses).map((presence) => [presence.query, presence])).values(),
  ];
  presences.set(operation, known);
  return known;
}

function findPresences(node: unknown): Presence[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "x-present-when" ? [value as Presence] : findPresences(value),
  );
}

/** Makes properties that are present only when the query asks for them required or forbidden. */
function settlePresence(schema: Schema, query: Readonly<Record<string, unknown>>): Schema {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const conditional = properties.filter(([, property]) => property["x-present-when"]);
  return conditional.reduce<Schema>((settled, [name, property]) => {
    const presence = property["x-present-when"] as Presence;
    const { query: parameter, is, requirement } = presence;
    const forbidden = { not: {}, "x-requirement": requirement, "x-present-when": presence };
    return String(query[parameter]) === is
      ? { ...settled, required: [...((settled.required ?? []) as string[]), name] }
      : {
          ...settled,
          properties: { ...(settled.properties as object), [name]: forbidden },
        };
  }, schema);
}

const conditions = new WeakMap<Operation, string[]>();

/** The conditions under which parts of an operation's schemas hold. */
export function conditionsOf(operation: Operation): string[] {
  const known = conditions.get(operation);
  if (known) return known;
  const found = [...JSON.stringify(operation.responses).matchAll(/"x-holds-while":"([^"]+)"/g)];
  const names = found.map(([, name = ""]) => name);
  conditions.set(operation, names);
  return names;
}
