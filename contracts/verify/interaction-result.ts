import { type ContractMismatch, type ContractResult, reasonFor } from "../../record/contract-result.ts";
import type { Interaction, Pact } from "../pact/interaction.ts";
import { identityOf } from "../pact/interaction-label.ts";
import type { ReplayedInteraction } from "./replay.ts";
import type { PactError, PactMismatch } from "./run-pact.ts";

/** Why Pact's verifier fails an interaction. */
export interface InteractionFailure {
  reason: string;
  mismatches: ContractMismatch[];
  isPending: boolean;
}

/** An error of Pact's verifier as the failure of an interaction. */
export function failureOf({ mismatch }: PactError, isPending = false): InteractionFailure {
  const mismatches = (mismatch.mismatches ?? []).map(mismatchOf);
  return { reason: reasonFor(mismatches) ?? mismatch.message ?? "Pact gives no reason", mismatches, isPending };
}

/** The result of an interaction, from what prevented its replay and what Pact's verifier found. */
export function resultOf(
  pact: Pact,
  interaction: Interaction,
  replayed: ReplayedInteraction | undefined,
  failure: InteractionFailure | undefined,
): ContractResult {
  const base = {
    ...identityOf(pact, interaction),
    mismatches: [],
    evidence: replayed?.evidence ? [replayed.evidence] : [],
  };
  if (interaction.kind === "unreadable")
    return {
      ...base,
      outcome: interaction.isPending ? "warn" : "fail",
      reason: `it cannot be read: ${interaction.problem}`,
    };
  if (!replayed && !failure) return { ...base, outcome: "untestable", reason: "it was not replayed" };
  if (replayed?.problem) {
    const { outcome } = replayed.problem;
    return {
      ...base,
      ...replayed.problem,
      ...(outcome === "fail" && interaction.isPending ? { outcome: "warn" } : {}),
    };
  }
  if (!failure) return { ...base, outcome: "pass" };
  const { reason, mismatches, isPending } = failure;
  return { ...base, outcome: isPending ? "warn" : "fail", reason, mismatches };
}

const mismatchOf = ({ type, path, key, expected, actual, mismatch }: PactMismatch): ContractMismatch => ({
  part: type.replace(/(Type)?Mismatch$/, "").toLowerCase(),
  place: path ?? key ?? "",
  expected: textOf(expected),
  actual: textOf(actual),
  message: mismatch,
});

/** The most characters of a value that a result repeats; a whole page says no more than its beginning. */
const longest = 500;

const textOf = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};
