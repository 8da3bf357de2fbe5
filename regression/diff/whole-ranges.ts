import type { Bound } from "./schema-keywords.ts";
import type { View } from "./schema-view.ts";

export type End = "lower" | "upper";

/** The whole numbers that a format has, which bounds may tell as well. */
const ranges: Record<string, Record<End, number>> = {
  int32: { lower: -(2 ** 31), upper: 2 ** 31 - 1 },
  int64: { lower: -(2 ** 63), upper: 2 ** 63 - 1 },
};

/** One end of the numbers of a schema beside another: the bound of its format counts where the other names one that is no tighter. */
export function boundBeside(view: View, other: View, end: End): Bound | undefined {
  const [own, its] = [view[end], other[end]];
  const limits = view.all("format").flatMap(({ node }) => ranges[String(node)]?.[end] ?? []);
  if (limits.length === 0) return own;
  const [limit, sign] = end === "lower" ? [Math.max(...limits), 1] : [Math.min(...limits), -1];
  const isTighter = (bound: Bound | undefined) => bound !== undefined && (bound.value - limit) * sign > 0;
  if (isTighter(own)) return own;
  return own || (its && !isTighter(its)) ? { value: limit, exclusive: false } : undefined;
}

/** Whether the bounds of two schemas tell at both ends what a format of whole numbers would. */
export const isToldByBounds = (one: View, other: View): boolean =>
  (["lower", "upper"] as const).every((end) => one[end] ?? other[end]);
