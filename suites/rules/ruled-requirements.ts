import { loadOperations, type Operation } from "../../specs/operations.ts";
import { deriveSchema } from "../../specs/schemas.ts";
import { rulesFor } from "./rules.ts";
import { fallbackFor, requirementsNamedBy } from "./schema-check.ts";

/**
 * The requirements that an exchange of an operation can break: those of its rules and those of its schemas. An overlay
 * may add a schema to an operation that has none; its errors belong to the requirement of that operation, which has proofs of its own.
 */
function requirementsOf(operation: Operation): Set<string> {
  const hasSchema = Object.keys(operation.responses).some((status) =>
    deriveSchema(operation, { direction: "response", part: "body", status }),
  );
  return new Set([
    ...rulesFor(operation.id).map(({ id }) => id),
    ...requirementsNamedBy(operation),
    ...(hasSchema ? [fallbackFor(operation)] : []),
  ]);
}

/** The requirements that every exchange is checked against, whatever proof it belongs to, with the operations that can show them. */
export const ruledRequirements: ReadonlyMap<string, readonly string[]> = derive();

function derive(): Map<string, string[]> {
  const operationsBy = new Map<string, string[]>();
  for (const operation of loadOperations().filter(({ surface }) => surface !== "webhooks"))
    for (const id of requirementsOf(operation)) operationsBy.set(id, [...(operationsBy.get(id) ?? []), operation.id]);
  return operationsBy;
}
