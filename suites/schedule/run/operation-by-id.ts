import { HarnessError } from "../../../base/errors.ts";
import { loadOperations, type Operation } from "../../../specs/operations.ts";

/** An operation of the specification, without the payloads that a target's overlays may add. */
export function operationById(id: string): Operation {
  const operation = loadOperations().find((candidate) => candidate.id === id);
  if (!operation) throw new HarnessError(`there is no operation ${id}`);
  return operation;
}
