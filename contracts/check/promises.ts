import type { Operation, Schema } from "../../specs/operations.ts";
import type { Slot } from "../../specs/schemas.ts";
import { validatorFor } from "../../specs/validate.ts";
import { Promised } from "./promise.ts";

const shown = new WeakMap<Operation, Operation>();
const read = new WeakMap<Schema, Promised>();
const conditions = new WeakMap<Operation, string[]>();

/** What is promised of one part of an operation; of those without payload description, the common envelope. */
export function promisedIn(operation: Operation, slot: Slot): Promised {
  const open = shown.get(operation) ?? { ...operation, notJudged: [] };
  shown.set(operation, open);
  return promisedOf(validatorFor(open, { ...slot, holds: conditionsOf(operation) })?.schema ?? {});
}

/** What a schema promises, read once. */
export function promisedOf(schema: Schema): Promised {
  const known = read.get(schema) ?? new Promised([schema]);
  read.set(schema, known);
  return known;
}

/** The conditions under which schemas of an operation hold; an interaction that relies on them sets them up by its states. */
function conditionsOf(operation: Operation): string[] {
  const known = conditions.get(operation);
  if (known) return known;
  const found = [...JSON.stringify(operation.responses).matchAll(/"x-holds-while":"([^"]+)"/g)];
  const names = found.map(([, name = ""]) => name);
  conditions.set(operation, names);
  return names;
}
