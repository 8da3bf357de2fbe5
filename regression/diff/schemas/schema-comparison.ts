import type { OpenDocument } from "../documents/document.ts";
import { compareAnnotations } from "./keywords/annotations.ts";
import { compareArrays } from "./keywords/arrays.ts";
import { compareNumbers } from "./keywords/bounds.ts";
import { compareChoices } from "./keywords/choices.ts";
import { compareConditions } from "./keywords/conditions.ts";
import { compareFormats } from "./keywords/formats.ts";
import { compareObjects } from "./keywords/objects.ts";
import { compareStrings } from "./keywords/strings.ts";
import { compareTypes } from "./keywords/types.ts";
import type { PairContext, SchemaComparison, SchemaSide } from "./pairs/pair-context.ts";
import type { SchemaPair } from "./pairs/schema-pair.ts";
import { createSchemaSets, type SchemaSet } from "./reading/schema-sets.ts";
import { createViews, type SchemaView } from "./reading/schema-view.ts";
import { allows } from "./reading/types.ts";

/** Opens the schemas of one side. */
export const createSchemaSide = (document: OpenDocument): SchemaSide => {
  const sets = createSchemaSets(document);
  return { sets, view: createViews(sets) };
};

/** Compares schemas of two sides, each pair once, so that schemas may contain themselves. */
export function createSchemaComparison(
  old: SchemaSide,
  fresh: SchemaSide,
  { direction, isText, languages }: Pick<SchemaComparison, "direction" | "isText" | "languages">,
): SchemaComparison {
  const pairs = new Map<string, SchemaPair>();
  const pending: [SchemaSet, SchemaSet, SchemaPair][] = [];
  const alone = new Map<SchemaSide, SchemaComparison>();
  const comparison: SchemaComparison = {
    direction,
    isText,
    languages,
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
    alone(name) {
      const side = name === "old" ? old : fresh;
      const known = alone.get(side) ?? createSchemaComparison(side, side, { direction, isText, languages });
      alone.set(side, known);
      return known;
    },
    settle() {
      for (let next = pending.pop(); next; next = pending.pop()) {
        const [oldSet, newSet, pair] = next;
        const [before, after] = [old.view(oldSet), fresh.view(newSet)];
        compareViews(before, after, createContext(comparison, before, after, pair));
      }
    },
  };
  return comparison;
}

function createContext(
  comparison: SchemaComparison,
  old: SchemaView,
  fresh: SchemaView,
  pair: SchemaPair,
): PairContext {
  return {
    ...comparison,
    report: (name, says, where, names = []) => {
      const places = typeof where === "string" ? { old: old.at(where), new: fresh.at(where) } : where;
      pair.changes.push({ name, says, ...places, names });
    },
    descend: (step, oldSet, newSet) => {
      if (!oldSet && !newSet) return;
      const child = comparison.pair(
        oldSet ?? comparison.old.sets.of({ ...old.place, node: freeSchemaFor(old.place.node) }),
        newSet ?? comparison.new.sets.of({ ...fresh.place, node: freeSchemaFor(fresh.place.node) }),
      );
      pair.children.push([step, child]);
    },
  };
}

const freeSchemas = new WeakMap<object, object>();

/** A schema that allows anything, standing in for what another does not say; always the same for the same schema. */
function freeSchemaFor(node: unknown): object {
  const known = freeSchemas.get(node as object) ?? {};
  freeSchemas.set(node as object, known);
  return known;
}

function compareViews(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  compareAnnotations(old, fresh, context);
  if (old.isNothing || fresh.isNothing) {
    if (old.isNothing && !fresh.isNothing) context.report("value-allowed", "is now allowed", "not");
    if (!old.isNothing && fresh.isNothing) context.report("value-refused", "is no longer allowed", "not");
    return;
  }
  if (old.choices.length + fresh.choices.length > 0 && compareChoices(old, fresh, context)) return;
  if (compareTypes(old, fresh, context)) compareKeywords(old, fresh, context);
  compareConditions(old, fresh, context);
}

/** The keywords that apply to the types which both sides allow. */
function compareKeywords(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const bothAllow = (type: string) => allows(old.types, type) && allows(fresh.types, type);
  if (bothAllow("number")) compareNumbers(old, fresh, context);
  if (bothAllow("string")) compareStrings(old, fresh, context);
  if (bothAllow("number") || bothAllow("string")) compareFormats(old, fresh, context);
  if (bothAllow("array")) compareArrays(old, fresh, context);
  if (bothAllow("object")) compareObjects(old, fresh, context);
}
