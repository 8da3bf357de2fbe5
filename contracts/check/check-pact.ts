import { type ContractMismatch, type ContractResult, reasonFor } from "../../record/contract-result.ts";
import { loadOperations, type Operation } from "../../specs/operations.ts";
import type { Pact } from "../pact/interaction.ts";
import { identityOf, pointerTo } from "../pact/interaction-label.ts";
import { checkInteraction } from "./check-interaction.ts";
import { type Incompatibility, sentenceFor } from "./incompatibility.ts";
import type { UnknownParameters } from "./request/unknown-parameters.ts";

/** Checks every interaction of a pact against a specification, without a provider. */
export const checkPact = (
  pact: Pact,
  unknownParameters: UnknownParameters = "judge",
  operations: readonly Operation[] = loadOperations(),
): ContractResult[] =>
  pact.interactions.map((interaction) => {
    const { outcome, incompatibilities, problem } = checkInteraction(interaction, operations, unknownParameters);
    const mismatches = incompatibilities.map(mismatchOf);
    const reason = problem?.reason ?? reasonFor(mismatches);
    return {
      against: "specification",
      ...identityOf(pact, interaction),
      pointer: pointerTo(pact, interaction),
      outcome,
      ...(reason === undefined ? {} : { reason }),
      mismatches,
      evidence: [],
    };
  });

function mismatchOf(incompatibility: Incompatibility): ContractMismatch {
  const { part, pointer, relied, promised, requirement, isWarning } = incompatibility;
  return {
    part,
    place: pointer,
    expected: relied,
    actual: promised,
    message: sentenceFor(incompatibility),
    ...(requirement ? { requirement } : {}),
    ...(isWarning ? { warning: true } : {}),
  };
}
