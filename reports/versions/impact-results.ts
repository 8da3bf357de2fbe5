import type { Difference } from "../../regression/diff/differences/difference.ts";
import { templateOf } from "../../regression/diff/documents/operations.ts";
import type { BrokenExpectation } from "../../regression/impact/breaks.ts";
import { byOperation, causesOf, isShownByContracts } from "../../regression/impact/causes.ts";
import type { ImpactTotals } from "../../regression/impact/totals.ts";
import { type ListedDifference, listDifference } from "./diff-results.ts";

/** An expectation of a partner that breaks, and the differences that break it. */
export interface BrokenRow {
  partner: string;
  pact: string;
  /** JSON Pointer of the interaction in the pact. */
  pointer: string;
  expectation: string;
  operation: string;
  /** Breaks for certain, or may work all the same. */
  outcome: "breaks" | "may break";
  breaks: { part: string; pointer: string; says: string }[];
  /** The differences behind it, the nearest first. */
  causes: Pick<Difference, "rule" | "says" | "old" | "new">[];
}

/** A breaking difference that breaks no expectation. */
export interface UnusedDifference extends ListedDifference {
  /** The number of partners that use the operations that it touches; absent where contracts cannot show who relies on it. */
  partners?: number;
}

/** The output of `assay impact --json`; docs/schemas/impact.schema.json describes it. */
export interface ImpactResults {
  format: "assay-impact/1";
  verdict: "breaking" | "compatible";
  old: string;
  new: string;
  counts: {
    pacts: number;
    partners: number;
    interactions: number;
    broken: number;
    may_break: number;
    broken_partners: number;
    already_broken: number;
    unread: number;
  };
  broken: BrokenRow[];
  unused: UnusedDifference[];
  /** Files and interactions that could not be read, each with the reason. */
  unread: string[];
}

/** The results of checking contracts against two versions, and the differences behind what breaks. */
export function impactResults(
  old: string,
  fresh: string,
  totals: ImpactTotals,
  differences: readonly Difference[],
): ImpactResults {
  const known = byOperation(differences);
  const expectations = totals.broken.toSorted(byPartner).map((expectation) => ({
    expectation,
    causes: causesOf(expectation, known),
  }));
  const broken = expectations.map(({ expectation, causes }) => rowOf(expectation, causes));
  const certain = broken.filter(({ outcome }) => outcome === "breaks");
  const used = new Set(expectations.flatMap(({ causes }) => causes));
  return {
    format: "assay-impact/1",
    verdict: certain.length > 0 ? "breaking" : "compatible",
    old,
    new: fresh,
    counts: {
      pacts: totals.pacts,
      partners: totals.partners.size,
      interactions: totals.interactions,
      broken: certain.length,
      may_break: broken.length - certain.length,
      broken_partners: new Set(certain.map(({ partner }) => partner)).size,
      already_broken: totals.alreadyBroken,
      unread: totals.unread.length,
    },
    broken,
    unused: unusedAmong(
      differences.filter((difference) => difference.level === "breaking" && !used.has(difference)),
      totals,
    ),
    unread: totals.unread.toSorted(),
  };
}

function rowOf(expectation: BrokenExpectation, causes: readonly Difference[]): BrokenRow {
  const { isCertain, status: _status, ...row } = expectation;
  return {
    ...row,
    outcome: isCertain ? "breaks" : "may break",
    causes: causes.map(({ rule, says, old, new: fresh }) => ({
      rule,
      says,
      ...(old ? { old } : {}),
      ...(fresh ? { new: fresh } : {}),
    })),
  };
}

/** Differences that break no expectation, with how many partners use their operations. */
function unusedAmong(differences: readonly Difference[], totals: ImpactTotals): UnusedDifference[] {
  const users = new Map([...totals.users].map(([operation, names]) => [templateOf(operation), names]));
  return differences.map((difference) => {
    const { operations } = difference;
    const partners = new Set(operations.flatMap((operation) => [...(users.get(templateOf(operation)) ?? [])])).size;
    const isKnown = operations.length > 0 && (partners === 0 || isShownByContracts(difference));
    return { ...listDifference(difference), ...(isKnown ? { partners } : {}) };
  });
}

/** In one order, whichever thread was first. */
const byPartner = (a: BrokenExpectation, b: BrokenExpectation): number =>
  compareTexts(a.partner, b.partner) || compareTexts(a.pact, b.pact);

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
