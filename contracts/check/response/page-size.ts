import { isRecord } from "../../../base/json.ts";
import type { Operation, Schema } from "../../../specs/operations.ts";
import type { PactRequest } from "../../pact/interaction.ts";

/** The number of items that a page can hold, why, and the requirement that says so. */
export interface PageSize {
  most: number;
  because: string;
  requirement: string;
}

/** Where a request gives the size of a page, and the requirements on it: that it is kept, and what holds by default and at most. */
interface SizeField {
  in: "query" | "body";
  name: string;
  atLimit: string;
  byDefault?: string;
  atMost?: string;
}

const sizeFields: Record<string, SizeField> = {
  listConnectedLocations: { in: "query", name: "count", atLimit: "LOC-6" },
  searchActivities: { in: "query", name: "count", atLimit: "ACT-5" },
  listClients: { in: "query", name: "count", atLimit: "CLI-11" },
  listCalls: { in: "body", name: "limit", atLimit: "CALL-11" },
  listResources: { in: "query", name: "limit", atLimit: "RES-3", byDefault: "RES-4", atMost: "RES-18" },
};

const open = Number.POSITIVE_INFINITY;

/** The number of items that the page can hold that a request asks for; undefined where that is open. */
export function pageSizeOf(operation: Operation, request: PactRequest): PageSize | undefined {
  const field = sizeFields[operation.id];
  const schema = field && schemaOf(operation, field);
  if (!field || !schema) return undefined;
  const { name, atLimit, byDefault = atLimit, atMost = atLimit } = field;
  const sent = sentSize(field, request);
  const sizes: PageSize[] = [
    { most: sizeIn(sent), because: ` with ${name}=${String(sent)}`, requirement: atLimit },
    { most: sent === undefined ? sizeIn(schema.default) : open, because: ` without ${name}`, requirement: byDefault },
    { most: sizeIn(schema.maximum), because: "", requirement: atMost },
  ];
  const [smallest] = sizes.toSorted((a, b) => a.most - b.most);
  return smallest && Number.isFinite(smallest.most) ? smallest : undefined;
}

/** The schema of a size, into which the figures of the specification are filled; another version may have no such field. */
const schemaOf = ({ parameters, body }: Operation, field: SizeField): Schema | undefined =>
  field.in === "body"
    ? (body?.schema.properties as Record<string, Schema> | undefined)?.[field.name]
    : parameters.find(({ name, in: place }) => name === field.name && place === "query")?.schema;

/** The size in a request; undefined where it sends none, and null where a provider state gives it. */
function sentSize(field: SizeField, { query, body, expressions }: PactRequest): unknown {
  const { name } = field;
  // Fields of a GET's body may be sent in its query.
  if (field.in === "query" || body === undefined) return name in expressions.query ? null : query[name]?.join(",");
  if (`$.${name}` in expressions.body) return null;
  return isRecord(body.content) ? body.content[name] : undefined;
}

/** A size as a number; one that is not a whole number above 0 is no size that anything is said of. */
function sizeIn(value: unknown): number {
  const size = typeof value === "string" ? Number(value) : value;
  return typeof size === "number" && Number.isInteger(size) && size > 0 ? size : open;
}
