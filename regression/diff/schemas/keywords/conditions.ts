import { below, type DocumentPlace } from "../../documents/place.ts";
import { effectBetween, type PairContext, type SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";

/** Compares the values that a schema forbids, and its demands under a condition. */
export function compareConditions(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  compareForbidden(old, fresh, context);
  compareIfs(old, fresh, context);
}

function compareForbidden(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  for (let index = 0; index < Math.max(old.forbidden.length, fresh.forbidden.length); index++) {
    const [before, after] = [old.forbidden[index], fresh.forbidden[index]];
    if (!before) context.report("not-added", "has a form that is now forbidden", "not");
    else if (!after) context.report("not-removed", "has a form that is no longer forbidden", "not");
    else {
      const effect = effectBetween(context, context.old.sets.of(before), context.new.sets.of(after));
      const where = { old: before, new: after };
      // More is forbidden, so less is allowed.
      if (effect === "wider") context.report("not-widened", "forbids more than before", where);
      if (effect === "narrower") context.report("not-narrowed", "forbids less than before", where);
      if (effect === "unclear") context.report("not-changed", "forbids something else than before", where);
    }
  }
}

function compareIfs(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  for (const [before, after] of matchIfs(old, fresh, context)) {
    if (!before) context.report("condition-added", "has a new condition", "if");
    else if (!after) context.report("condition-removed", "no longer has a condition", "if");
    else if (!isSameIf(before, after, context))
      context.report("condition-changed", "has another condition", { old: before, new: after });
    else compareBranches(before, after, context);
  }
}

/** Compares the demands of two schemas under the same condition. */
function compareBranches(old: DocumentPlace, fresh: DocumentPlace, context: PairContext): void {
  for (const branch of ["then", "else"]) {
    const [before, after] = [setBelow(old, branch, context.old), setBelow(fresh, branch, context.new)];
    const where = { old, new: fresh };
    if (before && after) context.descend("", before, after);
    else if (after) context.report("condition-added", "has a new condition", where);
    else if (before) context.report("condition-removed", "no longer has a condition", where);
  }
}

type IfPair = [before: DocumentPlace | undefined, after: DocumentPlace | undefined];

/** The conditions of both sides: those that ask the same question together, and the others in their order. */
function matchIfs(old: SchemaView, fresh: SchemaView, context: PairContext): IfPair[] {
  const ifsOf = ({ set }: SchemaView) => set.parts.filter((part) => below(part, "if"));
  const unmatched = new Set(ifsOf(fresh));
  const pairs = ifsOf(old).map((before): IfPair => {
    const after = [...unmatched].find((candidate) => isSameIf(before, candidate, context));
    if (after) unmatched.delete(after);
    return [before, after];
  });
  for (const after of unmatched) {
    const open = pairs.find((pair) => !pair[1]);
    if (open) open[1] = after;
    else pairs.push([undefined, after]);
  }
  return pairs;
}

const setBelow = (part: DocumentPlace, keyword: string, { sets }: SchemaSide): SchemaSet | undefined => {
  const place = below(part, keyword);
  return place && sets.of(place);
};

function isSameIf(old: DocumentPlace, fresh: DocumentPlace, context: PairContext): boolean {
  const [before, after] = [setBelow(old, "if", context.old), setBelow(fresh, "if", context.new)];
  return before !== undefined && after !== undefined && effectBetween(context, before, after) === "none";
}
