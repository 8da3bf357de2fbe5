import type { Exchange } from "../../harness/exchange.ts";
import { reached } from "../../specs/ledger/reached.ts";
import type { RequirementId } from "../../specs/ledger/requirement-ids.ts";
import type { Operation, Schema } from "../../specs/operations.ts";
import { fromWire } from "../../specs/schemas/wire.ts";
import type { Slot } from "../../specs/schemas.ts";
import { type SchemaError, schemaFor, validate } from "../../specs/validate.ts";
import type { ExchangeView } from "./exchange-view.ts";
import { bodySlot, shownBy } from "./shown-by.ts";

/** The result of one check of an exchange: the requirements that it was checked against, and where it breaks them. */
export interface CheckResult {
  judged: Iterable<string>;
  errors: SchemaError[];
}

/** Holds an answer's body and headers against what is documented for its operation and status. */
export function checkSchemas(exchange: Exchange, view: ExchangeView): CheckResult[] {
  const { operation, status, headers, body, isBodyShown } = view;
  const headerSlot = { direction: "response", part: "headers", status } as const;
  return [
    ...(isBodyShown && body !== undefined
      ? [checkPart(shownBy(exchange) ?? operation, bodySlot(exchange), () => body)]
      : []),
    checkPart(operation, headerSlot, (schema) => fromWire(schema, headers)),
  ];
}

function checkPart(operation: Operation, slot: Slot, read: (schema: Schema) => unknown): CheckResult {
  const schema = schemaFor(operation, slot);
  if (!schema) return { judged: [], errors: [] };
  const value = read(schema);
  return { judged: reached(schema, value), errors: validate(operation, slot, value) };
}

/** The requirement that an error belongs to where its schema names none. */
export const fallbackFor = (operation: Operation): string => operation.requirement ?? "ENV-2";

/** The requirements that the schemas of an operation's answers name. */
export const requirementsNamedBy = (operation: Operation): RequirementId[] =>
  [...namesIn(operation.responses)] as RequirementId[];

function namesIn(node: object, found: Set<string> = new Set()): Set<string> {
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    if ((key === "x-requirement" || key === "requirement") && typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) namesIn(value, found);
  }
  return found;
}
