import { bundle } from "../../specs/documents.ts";
import type { Operation, Schema } from "../../specs/operations.ts";
import type { Slot } from "../../specs/schemas.ts";
import { validatorFor } from "../../specs/validate.ts";
import { PromisedValue } from "./promised-value.ts";

const shown = new WeakMap<Operation, Operation>();
const read = new WeakMap<Schema, PromisedValue>();
const conditions = new WeakMap<Operation, string[]>();

/** What is promised of a body; where an operation shows none, v1 still has its common envelopes. */
export function promisedBody(operation: Operation, slot: Slot): PromisedValue {
  const open = shown.get(operation) ?? { ...operation, notJudged: [] };
  shown.set(operation, open);
  const { schema } = validatorFor(open, { ...slot, holds: conditionsOf(operation) }) ?? {};
  const isV1 = operation.surface === "v1" || operation.surface === "callback";
  return promisedBySchema(schema ?? (isV1 ? envelopeOf(Number(slot.status)) : {}));
}

let envelopes: Record<string, Schema> | undefined;

/** The frame of every v1 answer of a status. */
function envelopeOf(status: number): Schema {
  envelopes ??= bundle("v1").components.schemas ?? {};
  return envelopes[status < 400 ? "Envelope" : "Error"] ?? {};
}

/** What a schema promises, read once. */
export function promisedBySchema(schema: Schema): PromisedValue {
  const known = read.get(schema) ?? new PromisedValue([schema]);
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
