import type { Behaviour } from "../../api/call/behaviour.ts";

/** A change of the tables; it is made once for each sandbox, since it may remember what it saw. */
export type BehaviourChange = () => (behaviour: Behaviour) => Behaviour;

/** A deviation that can be planted: the requirement that it breaks, and how the tables change. */
export interface Fault {
  breaks: string;
  /** True if it is hard to see, because it shows only in a corner. */
  subtle: boolean;
  change: BehaviourChange;
}

/** Faults by name. */
export type Faults = Record<string, Fault>;

/** The fault of a name. */
export function faultIn(faults: Faults, name: string): Fault {
  const fault = Object.hasOwn(faults, name) ? faults[name] : undefined;
  if (!fault) throw new RangeError(`there is no fault "${name}"`);
  return fault;
}

export const breaks = (requirement: string, change: BehaviourChange): Fault => ({
  breaks: requirement,
  subtle: false,
  change,
});

export const subtly = (requirement: string, change: BehaviourChange): Fault => ({
  breaks: requirement,
  subtle: true,
  change,
});

/** Several changes at once. */
export const all =
  (...changes: BehaviourChange[]): BehaviourChange =>
  () => {
    const made = changes.map((change) => change());
    return (behaviour) => made.reduce((changed, change) => change(changed), behaviour);
  };
