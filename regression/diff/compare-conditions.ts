import { below, type Place } from "../../base/place.ts";
import { effectBetween, type Notebook, type Side } from "./schema-pairs.ts";
import type { SchemaSet } from "./schema-sets.ts";
import type { View } from "./schema-view.ts";

/** What a schema forbids, and what it asks for under a condition. */
export function compareConditions(old: View, fresh: View, notes: Notebook): void {
  compareNot(old, fresh, notes);
  compareIf(old, fresh, notes);
}

function compareNot(old: View, fresh: View, notes: Notebook): void {
  const [before, after] = [old.nots, fresh.nots];
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
  for (const [one, other] of matched(old, fresh, notes)) {
    if (!one) notes.say("condition-added", "is held against a new condition", "if");
    else if (!other) notes.say("condition-removed", "is no longer held against a condition", "if");
    else if (!isSameIf(one, other, notes))
      notes.say("condition-changed", "is held against another condition", { old: one, new: other });
    else {
      for (const branch of ["then", "else"]) {
        const [before, after] = [setBelow(one, branch, notes.old), setBelow(other, branch, notes.new)];
        if (before && after) notes.inside("", before, after);
        else if (after) notes.say("condition-added", "is held against a new condition", { old: one, new: other });
        else if (before)
          notes.say("condition-removed", "is no longer held against a condition", { old: one, new: other });
      }
    }
  }
}

/** The conditions of both sides: those that ask the same question together, and the others in their order. */
function matched(old: View, fresh: View, notes: Notebook): [Place | undefined, Place | undefined][] {
  const [had, has] = [old, fresh].map((view) => view.set.parts.filter((part) => below(part, "if"))) as [
    Place[],
    Place[],
  ];
  const left = new Set(has);
  const pairs = had.map((one): [Place | undefined, Place | undefined] => {
    const found = [...left].find((other) => isSameIf(one, other, notes));
    if (found) left.delete(found);
    return [one, found];
  });
  for (const other of left) {
    const open = pairs.find(([, its]) => !its);
    if (open) open[1] = other;
    else pairs.push([undefined, other]);
  }
  return pairs;
}

const setBelow = (part: Place, keyword: string, side: Side): SchemaSet | undefined => {
  const found = below(part, keyword);
  return found && side.sets.of(found);
};

function isSameIf(one: Place, other: Place, notes: Notebook): boolean {
  const [was, is] = [setBelow(one, "if", notes.old), setBelow(other, "if", notes.new)];
  return was !== undefined && is !== undefined && effectBetween(notes, was, is) === "none";
}
