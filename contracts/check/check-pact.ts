import { Violation } from "../../base/errors.ts";
import type { ContractMismatch, ContractResult } from "../../record/contract-result.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import type { Interaction, Pact, Rules } from "../pact/interaction.ts";
import { Unreadable } from "../pact/matching-rules.ts";
import { operationOf } from "../pact/operation-of.ts";
import { nameplate, reasonFor } from "../verify/contract-result.ts";
import { checkMessage } from "./check-message.ts";
import { checkRequest } from "./check-request.ts";
import { checkResponse } from "./check-response.ts";
import type { Incompatibility } from "./incompatibility.ts";
import { regexOf } from "./patterns.ts";
import { unknownOperation } from "./unknown-operation.ts";

/** Holds every interaction of a pact against a specification, with no provider. */
export const checkPact = (pact: Pact, operations: readonly Operation[] = loadOperations()): ContractResult[] =>
  pact.interactions.map((interaction) => {
    const told = { against: "specification" as const, ...nameplate(pact, interaction), evidence: [] };
    try {
      return { ...told, ...outcomeOf(flawsOf(interaction, operations), interaction.isPending) };
    } catch (error) {
      if (error instanceof Unreadable)
        return { ...told, outcome: "fail", reason: `it cannot be read: ${error.message}` };
      // The stack is used up only by a body that is lists in lists in lists, thousands deep.
      if (error instanceof RangeError)
        return { ...told, outcome: "fail", reason: "it is nested too deeply to be read" };
      if (error instanceof Violation) return { ...told, outcome: "fail", reason: error.message };
      throw error;
    }
  });

function flawsOf(interaction: Interaction, operations: readonly Operation[]): Incompatibility[] {
  if (interaction.kind === "unreadable") throw new Unreadable(interaction.problem);
  if (interaction.kind === "message") {
    readPatterns(interaction.rules);
    return checkMessage(interaction, operations);
  }
  readPatterns(interaction.request.rules);
  readPatterns(interaction.response.rules);
  const { method, path } = interaction.request;
  const operation = operationOf(method, path, operations);
  if (!operation) return [unknownOperation(method, path, operations)];
  return [...checkRequest(operation, interaction), ...checkResponse(operation, interaction)];
}

/** Reads every pattern of some rules, so that one that cannot be read is told wherever it stands. */
function readPatterns(rules: Rules): void {
  for (const { matchers } of Object.values(rules).flatMap((part) => Object.values(part)))
    for (const { match, regex } of matchers) if (match === "regex") regexOf(String(regex));
}

function outcomeOf(
  flaws: Incompatibility[],
  isPending = false,
): Pick<ContractResult, "outcome" | "reason" | "mismatches"> {
  if (flaws.length === 0) return { outcome: "pass", mismatches: [] };
  const sorted = flaws.toSorted((one, other) => Number(one.isWarning ?? false) - Number(other.isWarning ?? false));
  const mismatches = sorted.map(mismatchOf);
  const outcome = isPending || flaws.every(({ isWarning }) => isWarning) ? "warn" : "fail";
  return { outcome, reason: reasonFor(undefined, mismatches), mismatches };
}

function mismatchOf({ part, pointer, relied, promised, requirement, isWarning }: Incompatibility): ContractMismatch {
  const message = part.startsWith("request.")
    ? `it sends ${relied}; the specification has ${promised}`
    : `it relies on ${relied}; the specification promises ${promised}`;
  return {
    part,
    place: pointer,
    expected: relied,
    actual: promised,
    message,
    ...(requirement ? { requirement } : {}),
    ...(isWarning ? { warning: true } : {}),
  };
}
