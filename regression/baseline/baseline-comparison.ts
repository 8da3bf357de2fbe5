import type { Baseline } from "./baseline.ts";

/** One fact that is not what it was. */
export interface FactChange {
  fact: string;
  change: "new" | "gone" | "changed";
  before?: string[];
  after?: string[];
}

/** A change that is accepted, and why. */
export interface AcceptedFact {
  fact: string;
  reason: string;
}

/** The changes, those of them that are accepted, and the acceptances that do nothing any more. */
export interface BaselineComparison {
  changes: FactChange[];
  accepted: (FactChange & { reason: string })[];
  stale: AcceptedFact[];
}

/** Compares two baselines of a provider. */
export function compareBaselines(
  before: Baseline,
  after: Baseline,
  accepted: readonly AcceptedFact[],
): BaselineComparison {
  const facts = [...new Set([...Object.keys(before.facts), ...Object.keys(after.facts)])].toSorted();
  const all = facts.flatMap((fact) => changeOf(fact, before.facts[fact], after.facts[fact]) ?? []);
  const reasons = new Map(accepted.map(({ fact, reason }) => [fact, reason]));
  return {
    changes: all.filter(({ fact }) => !reasons.has(fact)),
    accepted: all.flatMap((change) => {
      const reason = reasons.get(change.fact);
      return reason === undefined ? [] : [{ ...change, reason }];
    }),
    stale: accepted.filter(({ fact }) => !all.some((change) => change.fact === fact)),
  };
}

function changeOf(fact: string, before: string[] | undefined, after: string[] | undefined): FactChange | undefined {
  if (before && after)
    return before.join("\n") === after.join("\n") ? undefined : { fact, change: "changed", before, after };
  if (before) return { fact, change: "gone", before };
  return after && { fact, change: "new", after };
}
