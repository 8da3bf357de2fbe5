import { below, type DocumentPlace, fieldsAt, listBelow } from "../../documents/place.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { compareSizes } from "./bounds.ts";

/** Arrays: their length, their items, and what must be among them. */
export function compareArrays(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  compareSizes("items", old, fresh, context);
  compareUniqueness(old, fresh, context);

  const length = Math.max(tupleLength(old), tupleLength(fresh));
  // Items that only one side may have show as a difference in length.
  const most = Math.min(old.maxItems, fresh.maxItems);
  for (let index = 0; index < Math.min(length, most); index++)
    context.descend(String(index), old.item(index), fresh.item(index));
  if (most > length) context.descend("*", old.rest(), fresh.rest());

  compareContained(old, fresh, context);
}

/** Compares the items that must be contained. */
function compareContained(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [containedIn(old), containedIn(fresh)];
  if (before.length === 0 && after.length > 0)
    context.report("contains-added", "must now contain a certain item", "contains");
  else if (before.length > 0 && after.length === 0) {
    context.report("contains-removed", "need no longer contain a certain item", "contains");
  } else if (before.length > 0) {
    context.descend("*", context.old.sets.of(...before), context.new.sets.of(...after));
    compareSizes("contains", old, fresh, context);
  }
}

function compareUniqueness(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [old.isTrue("uniqueItems"), fresh.isTrue("uniqueItems")];
  // A list of one item cannot repeat it.
  if (!before && after && old.maxItems > 1)
    context.report("unique-items-added", "may no longer repeat an item", "uniqueItems");
  if (before && !after && fresh.maxItems > 1)
    context.report("unique-items-removed", "may now repeat an item", "uniqueItems");
}

/** The items that are counted for; without bounds of their number nothing is asked for. */
const containedIn = (view: SchemaView): DocumentPlace[] =>
  view
    .all("contains")
    .filter(({ parent }) => !parent || fieldsAt(parent).minContains !== 0 || below(parent, "maxContains"));

const tupleLength = (view: SchemaView): number =>
  Math.max(0, ...view.set.parts.map((part) => listBelow(part, "prefixItems").length));
