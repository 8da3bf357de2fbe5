import type { ContractMismatch, ContractResult } from "../../record/contract-result.ts";
import type { Interaction, Pact } from "../pact/interaction.ts";
import type { Turn } from "./replay.ts";
import type { Mismatch, PactError } from "./run-pact.ts";

/** What Pact's verifier found wrong with an interaction. */
export interface Finding {
  reason: string;
  mismatches: ContractMismatch[];
  isPending: boolean;
}

/** An error of Pact's verifier as a finding. */
export function findingOf({ mismatch }: PactError, isPending = false): Finding {
  const mismatches = (mismatch.mismatches ?? []).map(mismatchOf);
  return { reason: reasonFor(mismatch.message, mismatches), mismatches, isPending };
}

/** What became of an interaction, from what stood in its way and what Pact's verifier found. */
export function resultOf(
  pact: Pact,
  interaction: Interaction,
  turn: Turn | undefined,
  finding: Finding | undefined,
): ContractResult {
  const told = {
    ...nameplate(pact, interaction),
    evidence: turn?.evidence ? [turn.evidence] : [],
  };
  if (interaction.kind === "unreadable")
    return { ...told, outcome: "fail", reason: `it cannot be read: ${interaction.problem}` };
  if (!turn && !finding) return { ...told, outcome: "untestable", reason: "it was not replayed" };
  if (turn?.trouble) return { ...told, ...turn.trouble };
  if (!finding) return { ...told, outcome: "pass" };
  const { reason, mismatches, isPending } = finding;
  return { ...told, outcome: isPending ? "warn" : "fail", reason, mismatches };
}

/** What tells an interaction apart, and what it says of itself. */
export const nameplate = ({ source, consumer, provider }: Pact, interaction: Interaction) => ({
  pact: source,
  consumer,
  provider,
  interaction: interaction.description,
  states: interaction.states.map(({ name }) => name),
  kind: interaction.kind,
  requirements: interaction.requirements,
  mismatches: [],
});

/** The reason in one line: the first mismatch, and how many more there are. */
export function reasonFor(message: string | undefined, [first, ...more]: ContractMismatch[]): string {
  if (!first) return message ?? "Pact tells no reason";
  const rest = more.length > 0 ? `, and ${more.length} more` : "";
  return `${first.part}${first.place ? ` ${first.place}` : ""}: ${first.message}${rest}`;
}

const mismatchOf = ({ type, path, key, expected, actual, mismatch }: Mismatch): ContractMismatch => ({
  part: type.replace(/(Type)?Mismatch$/, "").toLowerCase(),
  place: path ?? key ?? "",
  expected: textOf(expected),
  actual: textOf(actual),
  message: mismatch,
});

/** A value as text; a long one is cut, since a whole page says no more than its beginning. */
const textOf = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
};
