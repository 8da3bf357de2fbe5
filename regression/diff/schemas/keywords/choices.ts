import type { PlacePair } from "../../documents/place.ts";
import type { PairContext, SchemaSide } from "../pairs/pair-context.ts";
import type { SchemaChoice } from "../reading/choices.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { compareAlternatives } from "./alternatives.ts";
import { areApart, formsOf, splitByValue } from "./forms.ts";
import { compareOverlaps } from "./overlaps.ts";

/** Compares schemas that leave a choice; false when the rest of them is still to be compared. */
export function compareChoices(old: SchemaView, fresh: SchemaView, context: PairContext): boolean {
  if (old.choices.length > 1 || fresh.choices.length > 1) {
    compareSeveral(old, fresh, context);
    return false;
  }
  const [oldChoice, newChoice] = [old.choices[0], fresh.choices[0]];
  if (old.isFree)
    context.report("alternatives-added", "was free, and is now one of several forms", newChoice?.keyword ?? "oneOf");
  else if (fresh.isFree)
    context.report("alternatives-removed", "was one of several forms, and is now free", oldChoice?.keyword ?? "oneOf");
  else compareForms(old, fresh, context);
  return true;
}

/** Compares schemas that leave at most one choice each, form by form. */
function compareForms(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [oldChoice, newChoice] = [old.choices[0], fresh.choices[0]];
  const [before, after] = [formsOf(old, context.old), formsOf(fresh, context.new)];
  const where = { old: old.at(oldChoice?.keyword ?? "type"), new: fresh.at(newChoice?.keyword ?? "type") };
  if (!before.hasNull && after.hasNull) context.report("null-allowed", "may now be null", where);
  if (before.hasNull && !after.hasNull) context.report("null-refused", "may no longer be null", where);
  compareAlternatives(
    splitByValue(before.forms, context.old, after.forms, context.new),
    splitByValue(after.forms, context.new, before.forms, context.old),
    context,
    where,
  );
  if (areApart(before.forms, context.old) && areApart(after.forms, context.new)) return;
  if (before.forms.length > 1 && oldChoice && newChoice && oldChoice.keyword !== newChoice.keyword)
    compareKeywords(oldChoice, newChoice, context, where);
  else compareOverlaps(old, fresh, { before: before.forms, after: after.forms }, context, where);
}

/** Several choices at once: each is compared with the choice at its position. */
function compareSeveral(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  for (let index = 0; index < Math.max(old.choices.length, fresh.choices.length); index++) {
    const [before, after] = [old.choices[index], fresh.choices[index]];
    const where = { old: before?.part ?? old.place, new: after?.part ?? fresh.place };
    if (!before) context.report("alternatives-added", "is now one of several forms", where);
    else if (!after) context.report("alternatives-removed", "is no longer one of several forms", where);
    else {
      const setsOf = ({ alternatives }: SchemaChoice, { sets }: SchemaSide) =>
        alternatives.map((place) => sets.of(place));
      compareAlternatives(setsOf(before, context.old), setsOf(after, context.new), context, where);
      compareKeywords(before, after, context, where);
    }
  }
}

/** Compares whether one form alone must fit, or any of them. */
function compareKeywords(
  before: SchemaChoice | undefined,
  after: SchemaChoice | undefined,
  context: PairContext,
  where: PlacePair,
): void {
  if (!before || !after || before.keyword === after.keyword) return;
  if (before.keyword === "anyOf")
    context.report("any-of-became-one-of", "must now fit exactly one form instead of any of them", where);
  else context.report("one-of-became-any-of", "may now fit several forms at once instead of exactly one", where);
}
