import type { View } from "./schema-view.ts";

/** Whether a value is what the plain keywords of a schema ask for; of lists and objects only the type is looked at. */
export function fits(view: View, value: unknown): boolean {
  if (typeof value === "number") return fitsNumber(view, value);
  return typeof value === "string" ? fitsText(view, value) : true;
}

function fitsNumber(view: View, value: number): boolean {
  const { lower, upper } = view;
  if (lower && (value < lower.value || (lower.exclusive && value === lower.value))) return false;
  if (upper && (value > upper.value || (upper.exclusive && value === upper.value))) return false;
  return view.all("multipleOf").every(({ node }) => isMultiple(value, Number(node)));
}

/** Rounded, because 0.3 is no whole multiple of 0.1 in binary. */
export const isMultiple = (value: number, of: number): boolean => Math.abs(value / of - Math.round(value / of)) < 1e-9;

function fitsText(view: View, text: string): boolean {
  const length = [...text].length;
  if (length < (view.most("minLength") ?? 0) || length > (view.least("maxLength") ?? Number.POSITIVE_INFINITY))
    return false;
  return view.all("pattern").every(({ node }) => matches(String(node), text));
}

/** Whether a pattern is found in a text; one that cannot be read is found in every text. */
export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}
