import { below, type Place } from "./place.ts";
import { effectBetween, type Notebook } from "./schema-pairs.ts";
import type { View } from "./schema-view.ts";

/** What a schema forbids, and what it asks for under a condition. */
export function compareConditions(old: View, fresh: View, notes: Notebook): void {
  compareNot(old, fresh, notes);
  compareIf(old, fresh, notes);
}

function compareNot(old: View, fresh: View, notes: Notebook): void {
  const [before, after] = [old.all("not"), fresh.all("not")];
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [one, other] = [before[index], after[index]];
    if (!one) notes.say("not-added", "has a form that is forbidden now", "not");
    else if (!other) notes.say("not-removed", "has a form that is no longer forbidden", "not");
    else {
      const effect = effectBetween(notes, notes.old.sets.of(one), notes.new.sets.of(other));
      const where = { old: one, new: other };
      // What is forbidden grows, so what is allowed shrinks.
      if (effect === "wider") notes.say("not-widened", "forbids more than before", where);
      if (effect === "narrower") notes.say("not-narrowed", "forbids less than before", where);
      if (effect === "unclear") notes.say("not-changed", "forbids something else than before", where);
    }
  }
}

function compareIf(old: View, fresh: View, notes: Notebook): void {
  const conditional = (view: View): Place[] => view.set.parts.filter((part) => below(part, "if"));
  // Where nothing follows from a condition, there is none.
  const active = (part: Place | undefined) => (part && (below(part, "then") ?? below(part, "else")) ? part : undefined);
  const [had, has] = [conditional(old), conditional(fresh)];
  for (let index = 0; index < Math.max(had.length, has.length); index++) {
    const [one, other] = [active(had[index]), active(has[index])];
    if (!one && !other) continue;
    if (!one) notes.say("condition-added", "is held against a new condition", "if");
    else if (!other) notes.say("condition-removed", "is no longer held against a condition", "if");
    else {
      const set = (part: Place, keyword: string, side: Notebook["old"]) => {
        const found = below(part, keyword);
        return found && side.sets.of(found);
      };
      const [was, is] = [set(one, "if", notes.old), set(other, "if", notes.new)];
      if (was && is && effectBetween(notes, was, is) !== "none") {
        notes.say("condition-changed", "is held against another condition", { old: one, new: other });
        continue;
      }
      for (const branch of ["then", "else"]) {
        const [before, after] = [set(one, branch, notes.old), set(other, branch, notes.new)];
        if (before && after) notes.inside("", before, after);
        else if (after) notes.say("condition-added", "is held against a new condition", { old: one, new: other });
        else if (before)
          notes.say("condition-removed", "is no longer held against a condition", { old: one, new: other });
      }
    }
  }
}
