import type { SchemaChangeName } from "../../differences/rules.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { commonTypes, describeTypes, type Types, typesBeyond } from "../reading/types.ts";
import { listedBeside } from "./sole-values.ts";
import { compareListed, compareWithListed } from "./values.ts";

/** Types and listed values; false when no other keyword for the values has anything to add. */
export function compareTypes(old: SchemaView, fresh: SchemaView, context: PairContext): boolean {
  const [before, after] = [listedBeside(old, fresh), listedBeside(fresh, old)];
  if (before.listed && after.listed) {
    compareListed(before, after, context);
    return false;
  }
  return compareUnlisted(old, fresh, context);
}

/** Types, and values that at most one side lists. */
function compareUnlisted(old: SchemaView, fresh: SchemaView, context: PairContext): boolean {
  if (context.isText && isSameText(old, fresh)) return false;
  const [before, after] = [withoutNull(old.types), withoutNull(fresh.types)];
  const change = changeBetween(old, fresh, context);
  // Where no type is named, null is one of many; that shows as a change of type.
  if (!change || (old.types && fresh.types)) compareNull(old, fresh, context);
  if (change) {
    context.report(change, `is now ${describeTypes(after)} instead of ${describeTypes(before)}`, "type");
    if (commonTypes(before, after)?.size === 0) return false;
  }
  if (!old.values && !fresh.values) return true;
  compareWithListed(old, fresh, context);
  return false;
}

/** How the types changed, apart from null. */
function changeBetween(old: SchemaView, fresh: SchemaView, { isText }: PairContext): SchemaChangeName | undefined {
  const [before, after] = [withoutNull(old.types), withoutNull(fresh.types)];
  // Not every number is a text that is bound to a pattern or a length.
  const removed = typesBeyond(before, after, isText && !isBoundText(fresh)).filter(isNotNull);
  const added = typesBeyond(after, before, isText && !isBoundText(old)).filter(isNotNull);
  if (removed.length > 0 && added.length > 0) return "type-changed";
  if (removed.length > 0) return "type-narrowed";
  if (added.length > 0) return "type-widened";
  const isShorter = isText && before !== undefined && after !== undefined && after.size < before.size;
  return isShorter ? "type-list-shortened" : undefined;
}

/** True if a boolean is described as a type on one side, and as its two texts on the other. */
function isSameText(old: SchemaView, fresh: SchemaView): boolean {
  const textsOf = (view: SchemaView): string =>
    view.types?.size === 1 && view.types.has("boolean")
      ? "false true"
      : [...(view.values?.values() ?? [])].map(String).toSorted().join(" ");
  return textsOf(old) === "false true" && textsOf(fresh) === "false true";
}

/** True if not every text is allowed, so that numbers may not be. */
const isBoundText = (view: SchemaView): boolean =>
  view.types?.has("string") === true &&
  (view.values !== undefined ||
    (view.most("minLength") ?? 0) > 1 ||
    ["pattern", "format", "maxLength"].some((keyword) => view.all(keyword).length > 0));

const isNotNull = (type: string): boolean => type !== "null";
const withoutNull = (types: Types | undefined): Types | undefined => types && new Set([...types].filter(isNotNull));

function compareNull(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const placeIn = (view: SchemaView) => view.at(view.all("nullable").length > 0 ? "nullable" : "type");
  const where = { old: placeIn(old), new: placeIn(fresh) };
  const [before = true, after = true] = [old.types?.has("null"), fresh.types?.has("null")];
  if (!before && after) context.report("null-allowed", "may now be null", where);
  if (before && !after) context.report("null-refused", "may no longer be null", where);
}
