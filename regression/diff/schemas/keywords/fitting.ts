import { isMultiple } from "../reading/decimals.ts";
import { matches } from "../reading/patterns.ts";
import type { SchemaView } from "../reading/schema-view.ts";

/** True if a value is what the plain keywords of a schema ask for; arrays and objects always are. */
export function fits(view: SchemaView, value: unknown): boolean {
  if (typeof value === "number") return fitsNumber(view, value);
  return typeof value === "string" ? fitsText(view, value) : true;
}

function fitsNumber(view: SchemaView, value: number): boolean {
  const { lower, upper } = view;
  if (lower && (value < lower.value || (lower.isExclusive && value === lower.value))) return false;
  if (upper && (value > upper.value || (upper.isExclusive && value === upper.value))) return false;
  return view.all("multipleOf").every(({ node }) => isMultiple(value, Number(node)));
}

function fitsText(view: SchemaView, text: string): boolean {
  const length = [...text].length;
  if (length < (view.most("minLength") ?? 0) || length > (view.least("maxLength") ?? Number.POSITIVE_INFINITY))
    return false;
  return view.all("pattern").every(({ node }) => matches(String(node), text));
}
