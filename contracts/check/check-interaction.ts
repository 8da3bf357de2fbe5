import { Violation } from "../../base/errors.ts";
import type { Operation } from "../../specs/operations.ts";
import type { Interaction } from "../pact/interaction.ts";
import { operationOf } from "../pact/operation-of.ts";
import { Unreadable } from "../pact/unreadable.ts";
import { checkMessage } from "./check-message.ts";
import type { Incompatibility } from "./incompatibility.ts";
import { checkRequest } from "./request/check-request.ts";
import { unknownOperation } from "./request/unknown-operation.ts";
import { findUnknownParameters, type UnknownParameters } from "./request/unknown-parameters.ts";
import { checkResponse } from "./response/check-response.ts";
import { checkRules } from "./rules/check-rules.ts";
import { findUnjudgedRegexes } from "./rules/unjudged-regexes.ts";

export interface InteractionCheck {
  outcome: "pass" | "warn" | "fail";
  /** Certain ones first. */
  incompatibilities: Incompatibility[];
  /** Why it could not be checked, where it could not. */
  problem?: { code: "unreadable" | "no-event"; reason: string };
}

/** Checks one interaction against a specification, without a provider. */
export function checkInteraction(
  interaction: Interaction,
  operations: readonly Operation[],
  unknownParameters: UnknownParameters = "warn",
): InteractionCheck {
  const unchecked = (problem: Required<InteractionCheck>["problem"]): InteractionCheck => ({
    outcome: "fail",
    incompatibilities: [],
    problem,
  });
  try {
    const found = incompatibilitiesOf(interaction, operations, unknownParameters);
    return {
      outcome: outcomeOf(found, interaction.isPending),
      incompatibilities: found.toSorted((a, b) => Number(a.isWarning ?? false) - Number(b.isWarning ?? false)),
    };
  } catch (error) {
    if (error instanceof Unreadable)
      return unchecked({ code: "unreadable", reason: `it cannot be read: ${error.message}` });
    if (error instanceof Violation) return unchecked({ code: "no-event", reason: error.message });
    throw error;
  }
}

function incompatibilitiesOf(
  interaction: Interaction,
  operations: readonly Operation[],
  unknownParameters: UnknownParameters,
): Incompatibility[] {
  if (interaction.kind === "unreadable") throw new Unreadable(interaction.problem);
  if (interaction.kind === "message") {
    const unjudged = findUnjudgedRegexes(interaction.rules, (part) =>
      part === "body" ? "message" : `message.${part}`,
    );
    return [...unjudged, ...checkMessage(interaction, operations)];
  }
  const { request, response } = interaction;
  const unjudged = [
    ...findUnjudgedRegexes(request.rules, (part) => `request.${part}`),
    ...findUnjudgedRegexes(response.rules, (part) => `response.${part}`),
  ];
  const operation = operationOf(request.method, request.path, operations);
  if (!operation) return [...unjudged, unknownOperation(request.method, request.path, operations)];
  const relied = checkResponse(operation, interaction);
  return [
    ...unjudged,
    ...checkRequest(operation, interaction),
    ...findUnknownParameters(operation, interaction, operations, unknownParameters),
    ...relied,
    // Whether right values go together is worth reporting only where they are right.
    ...(relied.every(({ isWarning }) => isWarning) ? checkRules(operation, interaction) : []),
  ];
}

function outcomeOf(found: Incompatibility[], isPending = false): InteractionCheck["outcome"] {
  if (found.length === 0) return "pass";
  return isPending || found.every(({ isWarning }) => isWarning) ? "warn" : "fail";
}
