import { bundle } from "../../specs/documents.ts";
import type { Operation, Schema } from "../../specs/operations.ts";
import type { Slot } from "../../specs/schemas.ts";
import { validatorFor } from "../../specs/validate.ts";
import { PromisedValue } from "./promised-value.ts";

const judgedOperations = new WeakMap<Operation, Operation>();
const promises = new WeakMap<Schema, PromisedValue>();
const conditions = new WeakMap<Operation, string[]>();

/** What is promised of a body; where an operation shows none, v1 still has its common envelopes, but for a 201, which may be empty. */
export function promisedBody(operation: Operation, slot: Slot): PromisedValue {
  const judged = judgedOperations.get(operation) ?? { ...operation, notJudged: [] };
  judgedOperations.set(operation, judged);
  const { schema } = validatorFor(judged, { ...slot, holds: conditionsOf(operation) }) ?? {};
  const isV1 = operation.surface === "v1" || operation.surface === "callback";
  const hasEnvelope = isV1 && Number(slot.status) !== 201;
  return promisedBySchema(schema ?? (hasEnvelope ? envelopeFor(Number(slot.status)) : {}));
}

let envelopes: Record<string, Schema> | undefined;

/** The envelope of every v1 answer with a status. */
function envelopeFor(status: number): Schema {
  envelopes ??= bundle("v1").components.schemas ?? {};
  return envelopes[status < 400 ? "Envelope" : "Error"] ?? {};
}

/** What a schema promises; each schema is read once. */
export function promisedBySchema(schema: Schema): PromisedValue {
  const promised = promises.get(schema) ?? new PromisedValue([schema]);
  promises.set(schema, promised);
  return promised;
}

/** The conditions under which parts of an operation's schemas hold; an interaction that relies on such a part meets them by its states. */
function conditionsOf(operation: Operation): string[] {
  const known = conditions.get(operation);
  if (known) return known;
  const found = [...JSON.stringify(operation.responses).matchAll(/"x-holds-while":"([^"]+)"/g)];
  const names = found.map(([, name = ""]) => name);
  conditions.set(operation, names);
  return names;
}
