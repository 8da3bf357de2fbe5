import type { Place } from "../../base/place.ts";
import type { Choice } from "./schema-choices.ts";
import { effectBetween, isUnchanged, type Notebook, type Side } from "./schema-pairs.ts";
import type { SchemaSet } from "./schema-sets.ts";
import type { View } from "./schema-view.ts";
import { splitByValue } from "./split-forms.ts";
import { allows, inWords } from "./types.ts";

/** Compares schemas that leave a choice; false when the rest of them is still to be compared. */
export function compareChoices(old: View, fresh: View, notes: Notebook): boolean {
  if (old.choices.length > 1 || fresh.choices.length > 1) {
    compareSeveral(old, fresh, notes);
    return false;
  }
  const [one, other] = [old.choices[0], fresh.choices[0]];
  if (old.isFree) notes.say("alternatives-added", "is one of several forms now, and was free", other?.kind ?? "oneOf");
  else if (fresh.isFree)
    notes.say("alternatives-removed", "is free now, and was one of several forms", one?.kind ?? "oneOf");
  else {
    const [before, after] = [split(old, notes.old), split(fresh, notes.new)];
    const where = { old: old.at(one?.kind ?? "type"), new: fresh.at(other?.kind ?? "type") };
    if (!before.null && after.null) notes.say("null-allowed", "may be null now", where);
    if (before.null && !after.null) notes.say("null-refused", "may no longer be null", where);
    const forms = {
      old: splitByValue(before.forms, notes.old, after.forms, notes.new),
      new: splitByValue(after.forms, notes.new, before.forms, notes.old),
    };
    compareAlternatives(forms.old, forms.new, notes, where);
    if (!areApart(before.forms, notes.old) || !areApart(after.forms, notes.new))
      compareKinds(one, other, before.forms.length, notes, where);
  }
  return true;
}

/** Whether no value can fit two forms, as each has a type of its own; then one of them and any of them is the same. */
function areApart(forms: readonly SchemaSet[], side: Side): boolean {
  const types = forms.flatMap((set) => [...(side.view(set).types ?? ["number", "number"])]);
  const kinds = types.map((type) => (type === "integer" ? "number" : type));
  return new Set(kinds).size === kinds.length;
}

type Where = { old: Place; new: Place };

function compareKinds(
  one: Choice | undefined,
  other: Choice | undefined,
  forms: number,
  notes: Notebook,
  where: Where,
): void {
  if (!one || !other || one.kind === other.kind || forms < 2) return;
  if (one.kind === "anyOf")
    notes.say("any-of-became-one-of", "must fit one form alone now, and before any of them", where);
  else notes.say("one-of-became-any-of", "may fit several forms at once now, and before one alone", where);
}

/** The forms that a schema allows, each of one type where types are named, and whether null is one. */
function split(view: View, side: Side): { forms: SchemaSet[]; null: boolean } {
  const forms: SchemaSet[] = [];
  let hasNull = false;
  for (const set of wholeForms(view, side)) {
    const { types, place, choices } = side.view(set);
    if (types?.has("null")) hasNull = true;
    const others = types && [...types].filter((type) => type !== "null");
    if (!others || choices.length > 0) forms.push(set);
    else if (others.length === 1 && types.size === 1) forms.push(set);
    else
      forms.push(
        ...others.map((type) => ({ ...side.sets.narrowed(set, { ...place, node: only(type) }), ...labelled(set) })),
      );
  }
  return { forms, null: hasNull };
}

/** The forms of a choice, and of the choices that these leave in their turn; one that leads back adds nothing. */
function wholeForms(view: View, side: Side, seen = new Set<SchemaSet>()): SchemaSet[] {
  const [choice, ...more] = view.choices;
  if (seen.has(view.set)) return [];
  seen.add(view.set);
  if (!choice || more.length > 0) return [view.set];
  return choice.alternatives.flatMap((one) =>
    wholeForms(side.view(side.sets.without(view.set, choice.part, choice.kind, one)), side, seen),
  );
}

const labelled = ({ label }: SchemaSet) => (label ? { label } : {});

const onlyTypes = new Map<string, { type: string }>();
const only = (type: string): { type: string } => {
  const known = onlyTypes.get(type) ?? { type };
  onlyTypes.set(type, known);
  return known;
};

/** Finds for each form the one on the other side that it became, and tells which came and which went. */
function compareAlternatives(before: SchemaSet[], after: SchemaSet[], notes: Notebook, where: Where): void {
  const left = new Set(before);
  const right = new Set(after);
  const match = (one: SchemaSet, other: SchemaSet): void => {
    left.delete(one);
    right.delete(other);
    notes.inside("", one, other);
  };
  const typed = (set: SchemaSet, side: Side) => [...(side.view(set).types ?? [])].toSorted().join();
  const types = new Map([
    ...before.map((set) => [set, typed(set, notes.old)] as const),
    ...after.map((set) => [set, typed(set, notes.new)] as const),
  ]);
  const isSole = (set: SchemaSet, among: SchemaSet[]) =>
    among.every((one) => one === set || types.get(one) !== types.get(set));
  const isAlikeTyped = (one: SchemaSet, other: SchemaSet) => types.get(one) === types.get(other);
  const isLabelled = (one: SchemaSet, other: SchemaSet) => one.label !== undefined && one.label === other.label;
  // From the surest sign to the weakest; the cheap signs come first, as most alternatives have a name or a type of their own.
  const rounds: ((one: SchemaSet, other: SchemaSet) => boolean)[] = [
    (one, other) => isLabelled(one, other) && isAlikeTyped(one, other),
    (one, other) => types.get(one) !== "" && isAlikeTyped(one, other) && isSole(one, before) && isSole(other, after),
    (one, other) => isSame(one, other, notes),
    (one, other) => isAlike(one, other, notes),
    isLabelled,
  ];
  for (const fits of rounds) {
    for (const one of left) {
      const found = [...right].find((other) => fits(one, other));
      if (found) match(one, found);
    }
  }
  for (const one of left) {
    const isCovered = after.some((other) => covers("wider", one, other, notes));
    if (!isCovered) notes.say("alternative-removed", `can no longer be ${inBrief(one, notes.old)}`, where);
  }
  for (const other of right) {
    const isCovered = before.some((one) => covers("narrower", one, other, notes));
    if (!isCovered) notes.say("alternative-added", `can also be ${inBrief(other, notes.new)} now`, where);
  }
}

function isSame(one: SchemaSet, other: SchemaSet, notes: Notebook): boolean {
  const both = notes.pair(one, other);
  notes.settle();
  return isUnchanged(both);
}

const covers = (effect: "wider" | "narrower", one: SchemaSet, other: SchemaSet, notes: Notebook): boolean =>
  ["none", effect].includes(effectBetween(notes, one, other));

/** Whether two forms without a common name are still the same thing: the same type, and objects with mostly the same properties. */
function isAlike(one: SchemaSet, other: SchemaSet, { old, new: fresh }: Notebook): boolean {
  const [before, after] = [old.view(one), fresh.view(other)];
  if (!before.types || !after.types || ![...before.types].every((type) => allows(after.types, type))) return false;
  if (!before.types.has("object")) return true;
  const shared = [...before.names].filter((name) => after.names.has(name)).length;
  return shared * 2 >= Math.max(before.names.size, after.names.size);
}

const inBrief = (set: SchemaSet, side: Side): string => set.label ?? inWords(side.view(set).types);

/** Several choices at once: each is compared with the one at its position. */
function compareSeveral(old: View, fresh: View, notes: Notebook): void {
  for (let index = 0; index < Math.max(old.choices.length, fresh.choices.length); index++) {
    const [one, other] = [old.choices[index], fresh.choices[index]];
    const where = { old: one?.part ?? old.place, new: other?.part ?? fresh.place };
    if (!one) notes.say("alternatives-added", "is one of several forms now", where);
    else if (!other) notes.say("alternatives-removed", "is no longer one of several forms", where);
    else {
      const forms = (choice: Choice, side: Side) => choice.alternatives.map((place) => side.sets.of(place));
      compareAlternatives(forms(one, notes.old), forms(other, notes.new), notes, where);
      compareKinds(one, other, one.alternatives.length, notes, where);
    }
  }
}
