import type { PlacePair } from "../../documents/place.ts";
import { effectBetween, type PairContext, type SchemaComparison } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { holds, isIncluded } from "./covering.ts";

/** The most forms that are checked against each other. */
const most = 30;

/** Reports where a form comes to hold all values of another, though exactly one form must fit, so that these are refused; or no longer does. */
export function compareOverlaps(
  old: SchemaView,
  fresh: SchemaView,
  { before, after }: { before: readonly SchemaSet[]; after: readonly SchemaSet[] },
  context: PairContext,
  where: PlacePair,
): void {
  const [refusedBefore, refusedNow] = [refusedIn(old, context.alone("old")), refusedIn(fresh, context.alone("new"))];
  const isSame = (form: SchemaSet, other: SchemaSet) => effectBetween(context, form, other) === "none";
  const added = refusedNow.filter((form) => !refusedBefore.some((known) => isSame(known, form)));
  const removed = refusedBefore.filter((form) => !refusedNow.some((known) => isSame(form, known)));
  if (added.length > 0 && removed.length === 0) {
    const wasAllowed = added.some((form) => before.some((known) => holds(known, form, context)));
    const says = "must fit exactly one form, and values that fit one now fit two";
    context.report(wasAllowed ? "forms-overlap-added" : "forms-overlap-changed", says, where);
  } else if (removed.length > 0 && added.length === 0) {
    const isAllowed = removed.some((form) => after.some((known) => isIncluded(form, known, context)));
    const says = "is no longer refused where two forms fit of which one alone may";
    context.report(isAllowed ? "forms-overlap-removed" : "forms-overlap-changed", says, where);
  } else if (added.length > 0) context.report("forms-overlap-changed", "now fits two forms in other cases", where);
}

/** The forms whose values all fit another form too. */
function refusedIn(view: SchemaView, comparison: SchemaComparison): SchemaSet[] {
  const [choice] = view.choices;
  if (choice?.keyword !== "oneOf" || choice.alternatives.length > most) return [];
  // A discriminator says which form is meant.
  if (view.all("discriminator").length > 0) return [];
  const side = comparison.new;
  const forms = choice.alternatives
    .map((alternative) => side.sets.without(view.set, choice.part, choice.keyword, alternative))
    .filter((form) => !side.view(form).isNothing);
  return forms.filter((form) => forms.some((other) => other !== form && isIncluded(form, other, comparison)));
}
