import type { Behaviour } from "../api/call/behaviour.ts";
import { specified } from "../api/specified.ts";
import { faults } from "./faults.ts";

/** What the sandbox goes by with faults planted: one, several or none. */
export function behaviourWith(
  names: string | readonly string[] | undefined,
  behaviour: Behaviour = specified(),
): Behaviour {
  return [names ?? []].flat().reduce((changed, name) => {
    const fault = Object.hasOwn(faults, name) ? faults[name] : undefined;
    if (!fault) throw new RangeError(`there is no fault "${name}"`);
    return fault.change()(changed);
  }, behaviour);
}
