import type { PlacePair } from "../../documents/place.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import type { ListedValues } from "../reading/keywords.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { allows, typeOf } from "../reading/types.ts";
import { fits } from "./fitting.ts";
import { textPatternsOf } from "./texts.ts";

/** Values that both sides list. */
export function compareListed(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const textsOf = (view: SchemaView) => new Set([...(view.listed?.values() ?? [])].map(String));
  const lists = (view: SchemaView, text: string, value: unknown): boolean =>
    context.isText ? textsOf(view).has(String(value)) : (view.listed?.has(text) ?? false);
  const missing = (from: SchemaView, to: SchemaView) =>
    [...(from.listed ?? [])].filter(
      ([text, value]) => fits(from, value) && !(lists(to, text, value) && fits(to, value)),
    );
  const where = valuesAt(old, fresh);
  for (const [text, value] of missing(old, fresh)) {
    if (value === null) context.report("null-refused", "may no longer be null", where);
    else context.report("enum-value-removed", `no longer has the value ${text}`, where);
  }
  for (const [text, value] of missing(fresh, old)) {
    if (value === null) context.report("null-allowed", "may now be null", where);
    else context.report("enum-value-added", `has a new value ${text}`, where);
  }
}

/** Values that one side alone lists; they may also lie outside what the other side allows. */
export function compareWithListed(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  if (isRange(old, fresh.values) || isRange(fresh, old.values)) return;
  const where = valuesAt(old, fresh);
  const outside = (from: SchemaView, of: SchemaView) =>
    [...(from.values ?? [])].filter(
      ([, value]) => allows(of.types, typeOf(value)) && fits(from, value) && !fits(of, value),
    );
  if (fresh.values) {
    if (!isWithin(old, fresh.values, context))
      context.report("enum-added", `may now only be ${inBrief(fresh.values.keys())}`, where);
    for (const [text] of outside(fresh, old)) context.report("enum-value-added", `has a new value ${text}`, where);
  } else if (old.values) {
    if (!isWithin(fresh, old.values, context))
      context.report("enum-removed", `may now be something other than ${inBrief(old.values.keys())}`, where);
    for (const [text] of outside(old, fresh))
      context.report("enum-value-removed", `no longer has the value ${text}`, where);
  }
}

/** True if the patterns of a schema that takes only texts take none but those that are listed. */
function isWithin({ types, ...view }: SchemaView, values: ListedValues, { languages }: PairContext): boolean {
  const hasOnlyTexts = types?.has("string") && [...types].every((type) => type === "string" || type === "null");
  const patterns = hasOnlyTexts ? textPatternsOf(view) : [];
  const texts = [...values.values()].filter((value) => typeof value === "string");
  if (patterns.length === 0 || texts.length === 0) return false;
  const listing = `^(?:${texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join("|")})$`;
  const compared = languages(patterns, [listing]);
  return compared !== undefined && compared.onlyOld === undefined;
}

function valuesAt(old: SchemaView, fresh: SchemaView): PlacePair {
  const placeIn = (view: SchemaView) => view.at(view.all("enum").length > 0 ? "enum" : "const");
  return { old: placeIn(old), new: placeIn(fresh) };
}

/** True if whole numbers between two bounds are exactly the values that are listed. */
function isRange(view: SchemaView, values: ListedValues | undefined): boolean {
  const { types, lower, upper } = view;
  if (!values || !lower || !upper || view.all("multipleOf").length > 0) return false;
  if (types?.size !== 1 || !types.has("integer") || upper.value - lower.value + 1 !== values.size) return false;
  return [...values.values()].every(
    (value) => Number.isInteger(value) && Number(value) >= lower.value && Number(value) <= upper.value,
  );
}

/** The most values that a sentence names. */
const most = 8;

/** Values in words; a long list is cut short, as a sentence is to be read. */
function inBrief(texts: Iterable<string>): string {
  const all = [...texts];
  const shown = all.slice(0, most).join(", ");
  if (all.length > most) return `${shown} or ${all.length - most} more`;
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} or ${all.at(-1)}` : shown;
}
