import { loadOperations, type Operation, type Schema } from "../../../specs/operations.ts";
import { fromWire } from "../../../specs/schemas/wire.ts";
import { deriveSchema, type Slot } from "../../../specs/schemas.ts";
import { validate } from "../../../specs/validate.ts";
import type { PartnerFinding } from "../recorder.ts";
import { callFields } from "../requests/call-fields.ts";
import type { PartnerRequest } from "../requests/partner-request.ts";

/** The requirement that speaks of parameters in general. */
const general = "REQ-2";

/** The parts of a request that are checked against their schemas; fields of the call history that come in the query are read as if they were in the body. */
const partsOf = ({ id }: Operation): Slot["part"][] => (id === "listCalls" ? ["path", "body"] : ["path", "query"]);

/** The value of one part of a request. */
function valueOf(request: PartnerRequest, part: Slot["part"], schema: Schema): unknown {
  if (part === "body") return callFields(request);
  return fromWire(schema, part === "path" ? request.path : request.query);
}

/** The requirements that a schema carries, at any depth. */
function requirementsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "x-requirement" ? [String(value)] : requirementsIn(value),
  );
}

const requirementsOf = (operation: Operation): string[] => [
  general,
  ...partsOf(operation).flatMap((part) => requirementsIn(deriveSchema(operation, { direction: "request", part }))),
];

/** Every requirement that the schemas of requests carry. */
export const schemaRequirements = (): string[] => [
  ...new Set(
    loadOperations()
      .filter(({ surface }) => surface !== "webhooks")
      .flatMap(requirementsOf),
  ),
];

/** Where a request is not as its operation documents it, and the requirements that this could have broken. */
export function judgeBySchemas(request: PartnerRequest): {
  ids: string[];
  findings: [requirement: string, finding: PartnerFinding][];
} {
  const { operation } = request;
  if (!operation) return { ids: [], findings: [] };
  const errors = partsOf(operation).flatMap((part) => {
    const slot: Slot = { direction: "request", part };
    const schema = deriveSchema(operation, slot);
    return schema ? validate(operation, slot, valueOf(request, part, schema)) : [];
  });
  return {
    ids: requirementsOf(operation),
    findings: errors.map(({ requirement = general, ...error }) => [requirement, { ...error, by: request }]),
  };
}
