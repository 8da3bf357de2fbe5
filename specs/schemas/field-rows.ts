import type { Files } from "../files.ts";
import { type Oracle, oracleIn } from "../ledger/oracles.ts";
import { loadOperations, type Operation } from "../operations.ts";
import { conditionsOf, deriveSchema, presencesOf, type Slot } from "../schemas.ts";
import { type Place, placesOf } from "./places.ts";

/** A place in what a provider sends: a field of an answer with a status, or of an event, which has none. */
export interface FieldRow extends Place {
  operation: string;
  status?: number;
}

/** Every place of the responses of an operation, or of an event, with all that a query or a condition adds. */
export function fieldRowsOf(operation: Operation): FieldRow[] {
  if (operation.surface === "webhooks") return rowsIn(operation, { direction: "request", part: "body" });
  const query = Object.fromEntries(presencesOf(operation).map(({ query: name, is }) => [name, is]));
  const holds = conditionsOf(operation);
  return Object.keys(operation.responses)
    .map(Number)
    .filter((status) => Number.isInteger(status))
    .flatMap((status) => rowsIn(operation, { direction: "response", part: "body", status, query, holds }));
}

function rowsIn(operation: Operation, slot: Slot & { status?: number }): FieldRow[] {
  const schema = deriveSchema(operation, slot);
  const { status } = slot;
  return placesOf(schema ?? {}).map((place) => ({
    ...place,
    operation: operation.id,
    ...(status === undefined ? {} : { status }),
  }));
}

/** The oracle of fields and headers, and the requirements that each shows. */
export interface OracleRow {
  name: string;
  oracle: Oracle;
  requirements: readonly string[];
}

/** Every field and header that a provider sends, with its oracle; what holds others is left to them. */
export const oracleRows = (files?: Files): OracleRow[] =>
  loadOperations(files).flatMap((operation) => [
    ...fieldRowsOf(operation)
      .filter(({ isContainer }) => !isContainer)
      .map((row) => ({
        name: describeRow(row),
        oracle: row.oracle,
        requirements: [row.requirement, ...row.above, ...(row.requiredBy ? [row.requiredBy] : [])],
      })),
    ...Object.entries(operation.responses).flatMap(([status, { headers }]) =>
      headers.map(({ name, schema, requirement = "" }) => ({
        name: `${operation.id} ${status} ${name}`,
        oracle: oracleIn([schema]) ?? {},
        requirements: [requirement],
      })),
    ),
  ]);

/** A row in a few words: "listCountries /data/*\/iso_code", with the status where it is a refusal. */
export const describeRow = ({ operation, status = 200, path }: FieldRow): string =>
  [operation, ...(status < 300 ? [] : [status]), `/${path.join("/")}`].join(" ");
