import type { Place } from "./place.ts";
import { type Direction, effectOf, type SchemaChange } from "./rules.ts";
import type { SchemaSet, SchemaSets } from "./schema-sets.ts";
import type { View } from "./schema-view.ts";

/** One change between two schemas; `says` goes on after the name of the value. */
export interface Change {
  change: SchemaChange;
  says: string;
  old: Place;
  new: Place;
}

/** Two schemas that were compared: their own changes, and the pairs inside of them by the step that leads there. */
export interface SchemaPair {
  changes: Change[];
  children: [step: string, pair: SchemaPair][];
}

/** The schemas of one side. */
export interface Side {
  sets: SchemaSets;
  view(set: SchemaSet): View;
}

/** What a comparing function needs besides the two views. */
export interface Comparison {
  direction: Direction;
  /** Parameters and headers are texts on the wire, whatever type they have. */
  onWire: boolean;
  old: Side;
  new: Side;
  pair(old: SchemaSet, fresh: SchemaSet): SchemaPair;
}

/** Where a comparing function tells what it found. */
export interface Notebook extends Comparison {
  /** A change of a keyword, or between two places. */
  say(change: SchemaChange, says: string, where: string | { old: Place; new: Place }): void;
  /** Schemas inside of the two; where a side says nothing, anything goes. */
  inside(step: string, old: SchemaSet | undefined, fresh: SchemaSet | undefined): void;
}

/** Every change of a pair and of the pairs inside of it. */
export function* changesIn(pair: SchemaPair, seen: Set<SchemaPair> = new Set()): Generator<Change> {
  if (seen.has(pair)) return;
  seen.add(pair);
  yield* pair.changes;
  for (const [, child] of pair.children) yield* changesIn(child, seen);
}

/** What a pair's changes do together to the values that are allowed. */
export function effectIn(pair: SchemaPair): "none" | "narrower" | "wider" | "unclear" {
  const effects = new Set([...changesIn(pair)].map(({ change }) => effectOf(change)).filter((one) => one !== "none"));
  const [first = "none"] = effects;
  return effects.size > 1 ? "unclear" : first;
}
