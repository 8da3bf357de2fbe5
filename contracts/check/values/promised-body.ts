import { bundle } from "../../../specs/documents.ts";
import type { Operation, Schema } from "../../../specs/operations.ts";
import { conditionsOf, type Slot } from "../../../specs/schemas.ts";
import { schemaFor } from "../../../specs/validate.ts";
import { PromisedValue } from "./promised-value.ts";

const judgedOperations = new WeakMap<Operation, Operation>();
const promises = new WeakMap<Schema, PromisedValue>();

/** The promise of a body; where an operation shows none, v1 still has its common envelopes, but for a 201, which may be empty. */
export function promisedBody(operation: Operation, slot: Slot): PromisedValue {
  const judged = judgedOperations.get(operation) ?? { ...operation, notJudged: [] };
  judgedOperations.set(operation, judged);
  const schema = schemaFor(judged, { ...slot, holds: conditionsOf(operation) });
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

/** The promise of a schema; each schema is read once. */
export function promisedBySchema(schema: Schema): PromisedValue {
  const promised = promises.get(schema) ?? new PromisedValue([schema]);
  promises.set(schema, promised);
  return promised;
}
