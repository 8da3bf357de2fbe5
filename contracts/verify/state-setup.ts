import { Violation } from "../../base/errors.ts";
import type { ProviderState } from "../pact/interaction.ts";
import { providerStates, type StateValues } from "./provider-states.ts";
import type { ReplayWorld } from "./replay-world.ts";

/** The most items that a state creates: a pact is an example and not a load test. */
const maxItems = 1000;

/** Sets up a state; a state that does not exist, or a parameter out of bounds, is the pact's fault. */
export async function setUpState(world: ReplayWorld, { name, params }: ProviderState): Promise<StateValues> {
  const definition = Object.hasOwn(providerStates, name) ? providerStates[name] : undefined;
  if (!definition) {
    const names = Object.keys(providerStates).map((known) => `"${known}"`);
    throw new Violation(`there is no state "${name}"; there are ${names.join(", ")}`);
  }
  const defaults = Object.entries(definition.params ?? {});
  const given = defaults.map(([key, value]): [string, number] => [key, readCount(name, key, params[key] ?? value)]);
  return (await definition.set(world, Object.fromEntries(given))) ?? {};
}

function readCount(state: string, key: string, value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxItems) return value;
  throw new Violation(
    `the state "${state}" takes ${key}, a whole number from 0 to ${maxItems}, not ${JSON.stringify(value)}`,
  );
}
