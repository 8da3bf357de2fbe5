import { Violation } from "../../base/errors.ts";
import { eventOf } from "../../contracts/pact/event-of.ts";
import type { Interaction } from "../../contracts/pact/interaction.ts";
import { operationOf } from "../../contracts/pact/operation-of.ts";
import type { Operation } from "../../specs/operations.ts";
import { labelOf, onSurface } from "../diff/documents/operations.ts";

/** The operation or event that an interaction uses, where it names one. */
export function operationUsedBy(interaction: Interaction, operations: readonly Operation[]): Operation | undefined {
  if (interaction.kind === "unreadable") return undefined;
  if (interaction.kind === "http") return operationOf(interaction.request.method, interaction.request.path, operations);
  try {
    const event = eventOf(interaction, operations);
    return operations.find(({ surface, path }) => surface === "webhooks" && path === event);
  } catch (error) {
    if (error instanceof Violation) return undefined;
    throw error;
  }
}

/** An operation as `assay diff` names it. */
export const operationLabel = ({ surface, method, path }: Operation): string =>
  onSurface(labelOf(surface === "webhooks" ? "webhook" : "operation", method, path), surface);
