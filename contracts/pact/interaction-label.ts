import { pointerOf } from "../../base/pointer.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import type { Interaction, Pact } from "./interaction.ts";

/** The name of an interaction among the others of its file. */
export const labelOf = ({ states, description }: Interaction): string =>
  states.length > 0 ? `${description}, given ${states.map(({ name }) => name).join(" and ")}` : description;

/** Where an interaction stands in its file, as a JSON Pointer; messages of version 3 have a list of their own, after the others. */
export function pointerTo({ document }: Pact, { index }: Interaction): string {
  const before = Array.isArray(document.interactions) ? document.interactions.length : 0;
  return index < before ? pointerOf(["interactions", index]) : pointerOf(["messages", index - before]);
}

type Identity = Pick<
  ContractResult,
  "pact" | "consumer" | "provider" | "interaction" | "states" | "kind" | "requirements"
>;

/** The part of a contract's result that names the interaction and repeats what it says of itself. */
export const identityOf = ({ source, consumer, provider }: Pact, interaction: Interaction): Identity => ({
  pact: source,
  consumer,
  provider,
  interaction: interaction.description,
  states: interaction.states.map(({ name }) => name),
  kind: interaction.kind,
  requirements: interaction.requirements,
});
