import { type Behaviour, specified } from "../behaviour.ts";
import { faults } from "./faults.ts";

/** What the sandbox goes by with one fault planted, or with none. */
export function behaviourWith(fault: string | undefined, behaviour: Behaviour = specified()): Behaviour {
  if (fault === undefined) return behaviour;
  const found = Object.hasOwn(faults, fault) ? faults[fault] : undefined;
  if (!found) throw new RangeError(`there is no fault "${fault}"`);
  return found.change()(behaviour);
}
