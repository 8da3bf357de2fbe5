import { listBelow } from "../../base/place.ts";
import { compareContained, compareSizes } from "./compare-bounds.ts";
import type { Notebook } from "./schema-pairs.ts";
import type { View } from "./schema-view.ts";

/** Arrays: their length, their items, and what must be among them. */
export function compareArrays(old: View, fresh: View, notes: Notebook): void {
  compareSizes("items", old, fresh, notes);
  const [before, after] = [old.isTrue("uniqueItems"), fresh.isTrue("uniqueItems")];
  // A list of one has no item twice.
  if (!before && after && old.mostItems > 1)
    notes.say("unique-items-added", "must have no item twice now", "uniqueItems");
  if (before && !after && fresh.mostItems > 1)
    notes.say("unique-items-removed", "may have an item twice now", "uniqueItems");

  const length = Math.max(tuple(old), tuple(fresh));
  // What only one side may hold is told by the lengths.
  const most = Math.min(old.mostItems, fresh.mostItems);
  for (let index = 0; index < Math.min(length, most); index++)
    notes.inside(String(index), old.item(index), fresh.item(index));
  if (most > length) notes.inside("*", old.rest(), fresh.rest());

  const [had, has] = [old.all("contains"), fresh.all("contains")];
  if (had.length === 0 && has.length > 0) notes.say("contains-added", "must contain a certain item now", "contains");
  else if (had.length > 0 && has.length === 0) {
    notes.say("contains-removed", "need no longer contain a certain item", "contains");
  } else if (had.length > 0) {
    notes.inside("*", notes.old.sets.of(...had), notes.new.sets.of(...has));
    compareContained(old, fresh, notes);
  }
}

const tuple = (view: View): number =>
  Math.max(0, ...view.set.parts.map((part) => listBelow(part, "prefixItems").length));
