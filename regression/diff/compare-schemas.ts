import { compareArrays } from "./compare-arrays.ts";
import { compareNumbers } from "./compare-bounds.ts";
import { compareChoices } from "./compare-choices.ts";
import { compareConditions } from "./compare-conditions.ts";
import { compareNotes } from "./compare-notes.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareStrings, compareTypes } from "./compare-values.ts";
import type { Direction } from "./rules.ts";
import type { Comparison, Notebook, SchemaPair, Side } from "./schema-pairs.ts";
import { createSchemaSets, type SchemaSet } from "./schema-sets.ts";
import { createViews, type View } from "./schema-view.ts";
import type { Sources } from "./sources.ts";
import { allows } from "./types.ts";
import { compareFormats } from "./value-formats.ts";

/** Opens the schemas of one side. */
export const createSide = (sources: Sources): Side => {
  const sets = createSchemaSets(sources);
  return { sets, view: createViews(sets) };
};

/** Compares schemas of two sides, each pair once, so that schemas may contain themselves. */
export function createComparison(old: Side, fresh: Side, direction: Direction, onWire: boolean): Comparison {
  const pairs = new Map<string, SchemaPair>();
  const pending: [SchemaSet, SchemaSet, SchemaPair][] = [];
  const comparison: Comparison = {
    direction,
    onWire,
    old,
    new: fresh,
    pair(oldSet, newSet) {
      const key = `${oldSet.key}|${newSet.key}`;
      const known = pairs.get(key);
      if (known) return known;
      const pair: SchemaPair = { changes: [], children: [] };
      pairs.set(key, pair);
      pending.push([oldSet, newSet, pair]);
      return pair;
    },
    settle() {
      for (let next = pending.pop(); next; next = pending.pop()) {
        const [one, other] = [old.view(next[0]), fresh.view(next[1])];
        compare(one, other, notebook(comparison, one, other, next[2]));
      }
    },
  };
  return comparison;
}

function notebook(comparison: Comparison, old: View, fresh: View, pair: SchemaPair): Notebook {
  return {
    ...comparison,
    say: (change, says, where) =>
      pair.changes.push({
        change,
        says,
        ...(typeof where === "string" ? { old: old.at(where), new: fresh.at(where) } : where),
      }),
    inside: (step, oldSet, newSet) => {
      if (!oldSet && !newSet) return;
      pair.children.push([
        step,
        comparison.pair(
          oldSet ?? comparison.old.sets.of({ ...old.place, node: free(old.place.node) }),
          newSet ?? comparison.new.sets.of({ ...fresh.place, node: free(fresh.place.node) }),
        ),
      ]);
    },
  };
}

const freeOf = new WeakMap<object, object>();

/** A schema that allows anything, standing in for what another does not say; always the same for the same one. */
function free(node: unknown): object {
  const known = freeOf.get(node as object) ?? {};
  freeOf.set(node as object, known);
  return known;
}

function compare(old: View, fresh: View, notes: Notebook): void {
  compareNotes(old, fresh, notes);
  if (old.isNothing || fresh.isNothing) {
    if (old.isNothing && !fresh.isNothing) notes.say("value-allowed", "is now allowed", "not");
    if (!old.isNothing && fresh.isNothing) notes.say("value-refused", "is no longer allowed", "not");
    return;
  }
  if (old.choices.length + fresh.choices.length > 0 && compareChoices(old, fresh, notes)) return;
  if (compareTypes(old, fresh, notes)) compareKeywords(old, fresh, notes);
  compareConditions(old, fresh, notes);
}

/** The keywords that apply to the types which both sides allow. */
function compareKeywords(old: View, fresh: View, notes: Notebook): void {
  const both = (type: string) => allows(old.types, type) && allows(fresh.types, type);
  if (both("number")) compareNumbers(old, fresh, notes);
  if (both("string")) compareStrings(old, fresh, notes);
  if (both("number") || both("string")) compareFormats(old, fresh, notes);
  if (both("array")) compareArrays(old, fresh, notes);
  if (both("object")) compareObjects(old, fresh, notes);
}
