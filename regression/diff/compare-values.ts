import { compareSizes } from "./compare-bounds.ts";
import type { Notebook } from "./schema-pairs.ts";
import type { View } from "./schema-view.ts";
import { allows, beyond, common, inWords, typeOf } from "./types.ts";
import { fits } from "./value-fits.ts";
import { formatsOf } from "./value-formats.ts";

/** Types and listed values; false when no other keyword for the values has anything to add. */
export function compareTypes(old: View, fresh: View, notes: Notebook): boolean {
  if (old.listed && fresh.listed) {
    compareListed(old, fresh, notes);
    return false;
  }
  if (notes.onWire && isSameText(old, fresh)) return false;
  compareNull(old, fresh, notes);
  const [before, after] = [withoutNull(old.types), withoutNull(fresh.types)];
  const gone = beyond(before, after, notes.onWire).filter(isNoNull);
  const come = beyond(after, before, notes.onWire).filter(isNoNull);
  if (gone.length + come.length > 0) {
    const isMixed = notes.onWire && common(before, after)?.size === 0 && [old, fresh].some(isBoundText);
    const change =
      (gone.length > 0 && come.length > 0) || isMixed
        ? "type-changed"
        : gone.length === 0
          ? "type-widened"
          : "type-narrowed";
    notes.say(change, `is ${inWords(after)} now, and was ${inWords(before)}`, "type");
    if (common(before, after)?.size === 0) return false;
  }
  if (!old.values && !fresh.values) return true;
  compareWithListed(old, fresh, notes);
  return false;
}

/** Whether a boolean is told as a type on one side, and as its two texts on the other. */
function isSameText(old: View, fresh: View): boolean {
  const texts = (view: View): string =>
    view.types?.size === 1 && view.types.has("boolean")
      ? "false true"
      : [...(view.values?.values() ?? [])].map(String).toSorted().join(" ");
  return texts(old) === "false true" && texts(fresh) === "false true";
}

/** Whether not every text is allowed, so that numbers are no part of them. */
const isBoundText = (view: View): boolean =>
  view.types?.has("string") === true &&
  (view.values !== undefined ||
    (view.most("minLength") ?? 0) > 1 ||
    ["pattern", "format", "maxLength"].some((one) => view.all(one).length > 0));

const isNoNull = (type: string): boolean => type !== "null";
const withoutNull = (types: View["types"]) => types && new Set([...types].filter(isNoNull));

function compareNull(old: View, fresh: View, notes: Notebook): void {
  // Where no type is named, null is one of many; that shows as a change of type.
  if (!old.types || !fresh.types) return;
  const keyword = (view: View): string => (view.all("nullable").length > 0 ? "nullable" : "type");
  const where = { old: old.at(keyword(old)), new: fresh.at(keyword(fresh)) };
  const [before, after] = [old.types.has("null"), fresh.types.has("null")];
  if (!before && after) notes.say("null-allowed", "may be null now", where);
  if (before && !after) notes.say("null-refused", "may no longer be null", where);
}

const valuesAt = (old: View, fresh: View) => {
  const keyword = (view: View): string => (view.all("enum").length > 0 ? "enum" : "const");
  return { old: old.at(keyword(old)), new: fresh.at(keyword(fresh)) };
};

const isTyped = (view: View, value: unknown): boolean => allows(view.types, typeOf(value));

function compareListed(old: View, fresh: View, notes: Notebook): void {
  const texts = (view: View) => new Set([...(view.listed?.values() ?? [])].map(String));
  const has = (view: View, text: string, value: unknown): boolean =>
    notes.onWire ? texts(view).has(String(value)) : (view.listed?.has(text) ?? false);
  const missing = (one: View, other: View) =>
    [...(one.listed ?? [])].filter(
      ([text, value]) => fits(one, value) && !(has(other, text, value) && fits(other, value)),
    );
  const where = valuesAt(old, fresh);
  for (const [text, value] of missing(old, fresh)) {
    if (value === null) notes.say("null-refused", "may no longer be null", where);
    else notes.say("enum-value-removed", `no longer has the value ${text}`, where);
  }
  for (const [text, value] of missing(fresh, old)) {
    if (value === null) notes.say("null-allowed", "may be null now", where);
    else notes.say("enum-value-added", `has a new value ${text}`, where);
  }
}

/** Values that are listed on one side alone; they may also lie outside of what the other side allows. */
function compareWithListed(old: View, fresh: View, notes: Notebook): void {
  if (isRange(old, fresh.values) || isRange(fresh, old.values)) return;
  const where = valuesAt(old, fresh);
  const outside = (one: View, other: View) =>
    [...(one.values ?? [])].filter(([, value]) => isTyped(other, value) && fits(one, value) && !fits(other, value));
  if (fresh.values) {
    notes.say("enum-added", `takes only ${listed(fresh.values.keys())} now`, where);
    for (const [text] of outside(fresh, old)) notes.say("enum-value-added", `has a new value ${text}`, where);
  } else if (old.values) {
    notes.say("enum-removed", `is no longer one of ${listed(old.values.keys())} alone`, where);
    for (const [text] of outside(old, fresh)) notes.say("enum-value-removed", `no longer has the value ${text}`, where);
  }
}

/** Whether whole numbers between two bounds are exactly the values that are listed. */
function isRange(view: View, values: View["values"]): boolean {
  const { types, lower, upper } = view;
  if (!values || !lower || !upper || view.all("multipleOf").length > 0) return false;
  if (types?.size !== 1 || !types.has("integer") || upper.value - lower.value + 1 !== values.size) return false;
  return [...values.values()].every(
    (value) => Number.isInteger(value) && Number(value) >= lower.value && Number(value) <= upper.value,
  );
}

/** Values in words; a long list is cut short, as a sentence is to be read. */
export function listed(texts: Iterable<string>): string {
  const all = [...texts];
  const shown = all.slice(0, 8).join(", ");
  return all.length > 8 ? `${shown} and ${all.length - 8} more` : shown;
}

/** Strings: their length, pattern and what is encoded in them. */
export function compareStrings(old: View, fresh: View, notes: Notebook): void {
  compareSizes("length", old, fresh, notes);
  const texts = (view: View, keyword: string) => new Set(view.all(keyword).map(({ node }) => String(node)));
  const [before, after] = [texts(old, "pattern"), texts(fresh, "pattern")];
  const gone = [...before].filter((one) => !after.has(one));
  const come = [...after].filter((one) => !before.has(one));
  if (gone.length > 0 && come.length > 0) {
    notes.say("pattern-changed", `matches ${come.join(" and ")} now, and before ${gone.join(" and ")}`, "pattern");
  } else if (come.length > 0) notes.say("pattern-added", `must match ${come.join(" and ")} now`, "pattern");
  else if (gone.length > 0) notes.say("pattern-removed", `need no longer match ${gone.join(" and ")}`, "pattern");
  for (const keyword of ["contentEncoding", "contentMediaType"]) {
    const [one, other] = [contentOf(keyword, old, fresh), contentOf(keyword, fresh, old)];
    if (one !== other) {
      notes.say(
        "content-changed",
        `is ${String(other ?? "plain")} inside now, and was ${String(one ?? "plain")}`,
        keyword,
      );
    }
  }
}

/** What is inside of a string, beside another; base64 is what the format byte was in OpenAPI 3.0. */
function contentOf(keyword: string, view: View, other: View): unknown {
  const found = view.first(keyword);
  return found === "base64" && formatsOf(other).includes("byte") ? other.first(keyword) : found;
}
