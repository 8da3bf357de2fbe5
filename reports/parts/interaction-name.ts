import type { ContractResult } from "../../record/contract-result.ts";

/** An interaction of a contract by its description and its states. */
export const interactionName = ({ interaction, states }: ContractResult): string =>
  [interaction, ...states.map((state) => `given ${state}`)].join(", ");
