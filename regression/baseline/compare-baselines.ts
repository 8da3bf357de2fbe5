import type { Baseline } from "./baseline.ts";

/** One fact that is another than before. */
export interface Change {
  fact: string;
  change: "new" | "gone" | "changed";
  before?: string[];
  after?: string[];
}

/** A difference that is accepted, and why. */
export interface Accepted {
  fact: string;
  reason: string;
}

/** What changed, what of it is accepted, and which acceptances do nothing any more. */
export interface Comparison {
  changes: Change[];
  accepted: (Change & { reason: string })[];
  stale: Accepted[];
}

/** Compares two baselines of a provider. */
export function compareBaselines(before: Baseline, after: Baseline, accepted: readonly Accepted[]): Comparison {
  const names = [...new Set([...Object.keys(before.facts), ...Object.keys(after.facts)])].toSorted();
  const all = names.flatMap((fact): Change[] => {
    const [old, now] = [before.facts[fact], after.facts[fact]];
    if (old && now)
      return old.join("\n") === now.join("\n") ? [] : [{ fact, change: "changed", before: old, after: now }];
    return old ? [{ fact, change: "gone", before: old }] : [{ fact, change: "new", after: now ?? [] }];
  });
  const reasonOf = new Map(accepted.map(({ fact, reason }) => [fact, reason]));
  return {
    changes: all.filter(({ fact }) => !reasonOf.has(fact)),
    accepted: all.flatMap((one) => {
      const reason = reasonOf.get(one.fact);
      return reason === undefined ? [] : [{ ...one, reason }];
    }),
    stale: accepted.filter(({ fact }) => !all.some((one) => one.fact === fact)),
  };
}
