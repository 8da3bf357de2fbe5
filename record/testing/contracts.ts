import type { ContractResult } from "../contract-result.ts";

/** The result of an interaction that was verified at a provider. */
export const contractOf = (outcome: ContractResult["outcome"], more: Partial<ContractResult> = {}): ContractResult => ({
  pact: "p.json",
  consumer: "reader",
  provider: "api",
  interaction: "reads",
  states: [],
  kind: "http",
  requirements: [],
  outcome,
  mismatches: [],
  evidence: [],
  ...more,
});
