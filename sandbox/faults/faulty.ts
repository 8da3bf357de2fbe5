import type { Behaviour } from "../api/call/behaviour.ts";
import { specified } from "../api/specified.ts";
import { faultIn } from "./changes/fault.ts";
import { faults } from "./faults.ts";

/** The sandbox's behaviour with faults planted: one, several or none. */
export function behaviourWith(
  names: string | readonly string[] | undefined,
  behaviour: Behaviour = specified(),
): Behaviour {
  return [names ?? []].flat().reduce((changed, name) => faultIn(faults, name).change()(changed), behaviour);
}
