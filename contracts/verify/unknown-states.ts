import { nearest } from "../../base/text/nearest.ts";
import type { ContractResult } from "../../record/contract-result.ts";
import { providerStates } from "./provider-states.ts";

/** A result that names the provider states which cannot be set up; the specification says nothing of states, so its outcome stays. */
export function withUnknownStates(result: ContractResult): ContractResult {
  const unknown = result.states.filter((name) => !Object.hasOwn(providerStates, name));
  return unknown.length > 0 ? { ...result, unknown_states: unknown } : result;
}

/** The most states that are reported one by one. */
const maxLines = 5;

/** A line for each unknown state, since `contracts verify` fails on it. */
export function unknownStateLines(results: readonly ContractResult[]): string[] {
  const names = [...new Set(results.flatMap(({ unknown_states: unknown = [] }) => unknown))];
  const lines = names.slice(0, maxLines).map((name) => {
    const [near] = nearest(name, Object.keys(providerStates));
    const hint = near ? `did you mean ${JSON.stringify(near)}?` : "docs/contracts.md lists those that do";
    return `the provider state ${JSON.stringify(name)} does not exist, so \`contracts verify\` fails on it; ${hint}`;
  });
  const more = names.length - lines.length;
  return more > 0 ? [...lines, `${more} more provider states do not exist`] : lines;
}
