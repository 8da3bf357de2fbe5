import { loadOperations } from "../../specs/operations.ts";
import type { Slot } from "../../specs/schemas.ts";
import { type SchemaError, validate } from "../../specs/validate.ts";

/** The errors that the specification finds in a value of one part of an operation's exchange. */
export function errorsIn(id: string, slot: Slot, value: unknown): SchemaError[] {
  const operation = loadOperations().find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return validate(operation, slot, value);
}

export const query: Slot = { direction: "request", part: "query" };
export const requestBody: Slot = { direction: "request", part: "body" };
export const page: Slot = { direction: "response", part: "body", status: 200 };
