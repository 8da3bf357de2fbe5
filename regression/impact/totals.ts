import type { BrokenExpectation } from "./breaks.ts";

/** The effect of two versions on some pacts. */
export interface ImpactTotals {
  broken: BrokenExpectation[];
  pacts: number;
  interactions: number;
  /** Interactions that did not hold under the old version either. */
  alreadyBroken: number;
  /** Which partners use an operation. */
  users: Map<string, Set<string>>;
  partners: Set<string>;
  /** Files and interactions that could not be read, each with the reason. */
  unread: string[];
}

export const createTotals = (): ImpactTotals => ({
  broken: [],
  pacts: 0,
  interactions: 0,
  alreadyBroken: 0,
  users: new Map(),
  partners: new Set(),
  unread: [],
});

/** Adds the totals of some pacts to those of others. */
export function addTotals(sum: ImpactTotals, added: ImpactTotals): void {
  for (const expectation of added.broken) sum.broken.push(expectation);
  sum.pacts += added.pacts;
  sum.interactions += added.interactions;
  sum.alreadyBroken += added.alreadyBroken;
  for (const [operation, names] of added.users) {
    const known = sum.users.get(operation) ?? new Set<string>();
    for (const name of names) known.add(name);
    sum.users.set(operation, known);
  }
  for (const partner of added.partners) sum.partners.add(partner);
  for (const reason of added.unread) sum.unread.push(reason);
}
