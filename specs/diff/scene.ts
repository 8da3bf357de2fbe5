import { createComparison, createSide } from "./compare-schemas.ts";
import { createEquality } from "./equality.ts";
import type { Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import { type Area, areas } from "./rules.ts";
import { type Change, type Comparison, createChangedness, pairsIn, type SchemaPair } from "./schema-pairs.ts";
import type { Sources } from "./sources.ts";

/** Two documents that are compared, and where differences are told. */
export interface Scene {
  old: Sources;
  new: Sources;
  findings: Findings;
  /** Compares the schemas at two places and tells every difference in and below them. */
  schemas(at: Subject, old: Place, fresh: Place): void;
}

/** What a difference is about: the part of the exchange, its name in a sentence, and the operation. */
export interface Subject {
  area: Area;
  about: string;
  operation: string;
}

/** Areas whose values are texts on the wire. */
const onWire: ReadonlySet<Area> = new Set([
  "parameter",
  "response-header",
  "webhook-parameter",
  "webhook-answer-header",
]);

export function createScene(old: Sources, fresh: Sources, findings: Findings): Scene {
  const sides = [createSide(old), createSide(fresh)] as const;
  const comparisons = new Map<string, Comparison>();
  const comparisonFor = (area: Area): Comparison => {
    const key = `${areas[area]} ${onWire.has(area)}`;
    const known = comparisons.get(key) ?? createComparison(...sides, areas[area], onWire.has(area));
    comparisons.set(key, known);
    return known;
  };
  const isChanged = createChangedness();
  // Many operations share a schema, so what is found below it is gathered once.
  const gathered = new WeakMap<SchemaPair, [path: string, change: Change][]>();
  const changesIn = (top: SchemaPair): [path: string, change: Change][] => {
    const known =
      gathered.get(top) ??
      [...pairsIn(top, isChanged)].flatMap(([path, { changes }]) =>
        changes.map((change): [string, Change] => [path, change]),
      );
    gathered.set(top, known);
    return known;
  };
  const isEqual = createEquality(old, fresh);

  return {
    old,
    new: fresh,
    findings,
    schemas({ area, about, operation }, one, other) {
      if (isEqual(one, other)) return;
      const comparison = comparisonFor(area);
      const top = comparison.pair(sides[0].sets.of(one), sides[1].sets.of(other));
      comparison.settle();
      for (const [path, { change, says, old: before, new: after }] of changesIn(top)) {
        const named = path ? `${about}: ${path}` : about;
        findings.tell({ rule: `${area}-${change}`, about: named, says, old: before, new: after, operation });
      }
    },
  };
}
