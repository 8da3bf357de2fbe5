import type { CompareLanguages } from "../../../../base/text/regular-languages.ts";
import { type Direction, type Effect, effectOf, type SchemaChangeName } from "../../differences/rules.ts";
import type { PlacePair } from "../../documents/place.ts";
import type { SchemaSet, SchemaSets } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { pairsIn, type SchemaPair } from "./schema-pair.ts";

/** The schemas of one side. */
export interface SchemaSide {
  sets: SchemaSets;
  view(set: SchemaSet): SchemaView;
}

/** Compares the schemas of two sides that go one way. */
export interface SchemaComparison {
  direction: Direction;
  /** Values of parameters and headers are texts on the wire, whatever type they have. */
  isText: boolean;
  old: SchemaSide;
  new: SchemaSide;
  /** The pair of two sets; it is complete when `settle` has been called. */
  pair(old: SchemaSet, fresh: SchemaSet): SchemaPair;
  settle(): void;
  /** Compares the schemas of one side with each other. */
  alone(side: "old" | "new"): SchemaComparison;
  /** Compares patterns by the texts that they take. */
  languages: CompareLanguages;
}

/** The context of a comparing function besides the two views, and where it reports changes. */
export interface PairContext extends SchemaComparison {
  /** A change of a keyword, or between two places. */
  report(name: SchemaChangeName, says: string, where: string | PlacePair, names?: readonly string[]): void;
  /** Compares schemas inside the two; where a side says nothing, anything goes. */
  descend(step: string, old: SchemaSet | undefined, fresh: SchemaSet | undefined): void;
}

/** The joint effect of the changes between two sets on the values that are allowed. */
export const effectBetween = (comparison: SchemaComparison, old: SchemaSet, fresh: SchemaSet): Effect =>
  effectTogether([...changesBetween(comparison, old, fresh)].map(effectOf));

/** Every kind of change between two sets, and in what they contain. */
export function changesBetween(comparison: SchemaComparison, old: SchemaSet, fresh: SchemaSet): Set<SchemaChangeName> {
  const top = comparison.pair(old, fresh);
  comparison.settle();
  const names = new Set<SchemaChangeName>();
  for (const [, { changes }] of pairsIn(top)) for (const { name } of changes) names.add(name);
  return names;
}

/** The sum of several effects. */
export function effectTogether(all: readonly Effect[]): Effect {
  const effects = new Set(all);
  effects.delete("none");
  const [first = "none"] = effects;
  return effects.size > 1 ? "unclear" : first;
}
