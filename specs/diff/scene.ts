import { createComparison, createSide } from "./compare-schemas.ts";
import type { Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import { type Area, areas } from "./rules.ts";
import { type Change, type Comparison, changesIn, type SchemaPair } from "./schema-pairs.ts";
import type { Sources } from "./sources.ts";

/** Two documents that are compared, and where differences are told. */
export interface Scene {
  old: Sources;
  new: Sources;
  findings: Findings;
  /** Compares the schemas at two places and tells every difference in and below them. */
  schemas(at: Subject, old: Place | undefined, fresh: Place | undefined): void;
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
  const clean = new WeakMap<SchemaPair, boolean>();
  const isClean = (pair: SchemaPair): boolean => {
    const known = clean.get(pair);
    if (known !== undefined) return known;
    const seen = new Set<SchemaPair>();
    const result = changesIn(pair, seen).next().done === true;
    if (result) for (const one of seen) clean.set(one, true);
    else clean.set(pair, false);
    return result;
  };

  return {
    old,
    new: fresh,
    findings,
    schemas({ area, about, operation }, oldPlace, newPlace) {
      const tell = ({ change, says, old: one, new: other }: Change, path: string): void =>
        findings.tell({
          rule: `${area}-${change}`,
          about: path ? `${about}: ${path}` : about,
          says,
          old: one,
          new: other,
          operation,
        });
      const seen = new Set<SchemaPair>();
      const walk = (pair: SchemaPair, path: string): void => {
        if (seen.has(pair) || isClean(pair)) return;
        seen.add(pair);
        for (const change of pair.changes) tell(change, path);
        for (const [step, child] of pair.children) walk(child, step === "" ? path : `${path}/${step}`);
      };
      if (!oldPlace && !newPlace) return;
      const [one, other] = [oldPlace ?? nothingSaid(newPlace), newPlace ?? nothingSaid(oldPlace)];
      walk(comparisonFor(area).pair(sides[0].sets.of(one), sides[1].sets.of(other)), "");
    },
  };
}

/** A side that has no schema where the other has one allows anything there. */
const nothingSaid = (place: Place | undefined): Place => ({ ...(place as Place), node: {} });
