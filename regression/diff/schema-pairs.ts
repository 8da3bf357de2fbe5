import type { Place } from "../../base/place.ts";
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
  /** The pair of two sets; it is complete when `settle` has been called. */
  pair(old: SchemaSet, fresh: SchemaSet): SchemaPair;
  settle(): void;
}

/** Where a comparing function tells what it found. */
export interface Notebook extends Comparison {
  /** A change of a keyword, or between two places. */
  say(change: SchemaChange, says: string, where: string | { old: Place; new: Place }): void;
  /** Schemas inside of the two; where a side says nothing, anything goes. */
  inside(step: string, old: SchemaSet | undefined, fresh: SchemaSet | undefined): void;
}

/** A path of steps and one more; what holds of a value as a whole adds none. */
export const stepped = (path: string, step: string): string => (step === "" ? path : `${path}/${step}`);

/** Every pair that a pair contains, itself first, each with the path of the value; a chain of references may be long, so nothing recurs. */
export function* pairsIn(
  top: SchemaPair,
  childrenOf: (pair: SchemaPair) => SchemaPair["children"] = ({ children }) => children,
): Generator<[path: string, pair: SchemaPair]> {
  const seen = new Set<SchemaPair>();
  const stack: [string, SchemaPair][] = [["", top]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [path, pair] = next;
    if (seen.has(pair)) continue;
    seen.add(pair);
    yield next;
    for (const [step, child] of childrenOf(pair).toReversed()) {
      if (!seen.has(child)) stack.push([stepped(path, step), child]);
    }
  }
}

/** Whether neither a pair nor what it contains has changed. */
export function isUnchanged(top: SchemaPair): boolean {
  for (const [, { changes }] of pairsIn(top)) if (changes.length > 0) return false;
  return true;
}

/** Tells whether a complete pair, or something that it contains, has changed; each pair is looked at once, however often it is asked for. */
export function createChangedness(): (pair: SchemaPair) => boolean {
  const known = new Map<SchemaPair, boolean>();
  return (top) => {
    const result = known.get(top);
    if (result !== undefined) return result;
    const parents = new Map<SchemaPair, SchemaPair[]>();
    const changed: SchemaPair[] = [];
    const stack = [top];
    known.set(top, false);
    for (let pair = stack.pop(); pair; pair = stack.pop()) {
      if (pair.changes.length > 0) changed.push(pair);
      for (const [, child] of pair.children) {
        const isKnown = known.get(child);
        if (isKnown === undefined) {
          known.set(child, false);
          stack.push(child);
        } else if (isKnown && !parents.has(child)) changed.push(child);
        const list = parents.get(child);
        if (list) list.push(pair);
        else parents.set(child, [pair]);
      }
    }
    for (let pair = changed.pop(); pair; pair = changed.pop()) {
      known.set(pair, true);
      for (const parent of parents.get(pair) ?? []) if (!known.get(parent)) changed.push(parent);
    }
    return known.get(top) === true;
  };
}

/** What the changes between two sets do together to the values that are allowed. */
export function effectBetween(
  comparison: Comparison,
  old: SchemaSet,
  fresh: SchemaSet,
): "none" | "narrower" | "wider" | "unclear" {
  const top = comparison.pair(old, fresh);
  comparison.settle();
  const effects = new Set<ReturnType<typeof effectOf>>();
  for (const [, { changes }] of pairsIn(top)) for (const { change } of changes) effects.add(effectOf(change));
  effects.delete("none");
  const [first = "none"] = effects;
  return effects.size > 1 ? "unclear" : first;
}
