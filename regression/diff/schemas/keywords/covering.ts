import { type Effect, effectOf, isOfValuesAlone } from "../../differences/rules.ts";
import { changesBetween, effectTogether, type PairContext, type SchemaComparison } from "../pairs/pair-context.ts";
import type { SchemaSet } from "../reading/schema-sets.ts";

/** All forms of both sides. */
export interface FormLists {
  before: readonly SchemaSet[];
  after: readonly SchemaSet[];
  /** A form that a discriminator names is the only one for its values. */
  isDistinguished: boolean;
}

/** The values that a form loses and gains as it becomes another, beside all other forms. */
interface FormChange {
  isLost: boolean;
  isGained: boolean;
}

/** Finds out whether the values that a form loses are still those of another form, and those that it gains were. */
export function changeWithin(
  form: SchemaSet,
  match: SchemaSet,
  { before, after, isDistinguished }: FormLists,
  context: PairContext,
): FormChange {
  const both = { isLost: true, isGained: true };
  const others = { before: before.filter((set) => set !== form), after: after.filter((set) => set !== match) };
  if (isDistinguished || others.before.length + others.after.length === 0) return both;
  const changes = changesBetween(context, form, match);
  if (changes.size === 0 || ![...changes].every(isOfValuesAlone)) return both;
  const effect = effectTogether([...changes].map(effectOf));
  const isLost = effect !== "wider" && !others.after.some((candidate) => isIncluded(form, candidate, context));
  const isGained = effect !== "narrower" && !others.before.some((candidate) => holds(candidate, match, context));
  // Where nothing makes up for the change, what changed inside says more.
  return effect === "wider" && isGained ? both : { isLost, isGained };
}

/** True if a form of the new side holds all values of one of the old side. */
export const isIncluded = (old: SchemaSet, fresh: SchemaSet, comparison: SchemaComparison): boolean =>
  ["none", "wider"].includes(strictEffect(old, fresh, comparison));

/** True if a form of the old side holds all values of one of the new side. */
export const holds = (old: SchemaSet, fresh: SchemaSet, comparison: SchemaComparison): boolean =>
  ["none", "narrower"].includes(strictEffect(old, fresh, comparison));

/** The effect of changes literally: a property that comes was free before, and is so no longer. */
const strictEffect = (old: SchemaSet, fresh: SchemaSet, comparison: SchemaComparison): Effect =>
  effectTogether(
    [...changesBetween(comparison, old, fresh)].map((change) =>
      change === "property-added" ? "narrower" : effectOf(change),
    ),
  );
