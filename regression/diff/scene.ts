import type { Place } from "../../base/place.ts";
import { createComparison, createSide } from "./compare-schemas.ts";
import { createEquality } from "./equality.ts";
import type { Findings } from "./findings.ts";
import { type Area, areas } from "./rules.ts";
import type { Comparison } from "./schema-pairs.ts";
import type { Sources } from "./sources.ts";
import { createTellings, type Tellings } from "./tellings.ts";

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
  /** Whether it comes under a media type, in which types are told apart, also where values of its area are texts. */
  hasContent?: boolean;
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
  const comparisonFor = ({ area, hasContent }: Subject): Comparison => {
    const isText = onWire.has(area) && !hasContent;
    const key = `${areas[area]} ${isText}`;
    const known = comparisons.get(key) ?? createComparison(...sides, areas[area], isText);
    comparisons.set(key, known);
    return known;
  };
  const tellings = new Map<Area, Tellings>();
  const tellingsOf = (area: Area): Tellings => {
    const known = tellings.get(area) ?? createTellings(area, findings);
    tellings.set(area, known);
    return known;
  };
  const isEqual = createEquality(old, fresh);

  return {
    old,
    new: fresh,
    findings,
    schemas(subject, one, other) {
      if (isEqual(one, other)) return;
      const comparison = comparisonFor(subject);
      const top = comparison.pair(sides[0].sets.of(one), sides[1].sets.of(other));
      comparison.settle();
      tellingsOf(subject.area)(top, subject);
    },
  };
}
