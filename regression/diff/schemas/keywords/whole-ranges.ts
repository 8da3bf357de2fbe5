import type { Bound } from "../reading/keywords.ts";
import type { SchemaView } from "../reading/schema-view.ts";

const ends = ["lower", "upper"] as const;
type RangeEnd = (typeof ends)[number];

/** The whole numbers that a format has, which bounds may say as well. */
const ranges: Record<string, Record<RangeEnd, number>> = {
  int32: { lower: -(2 ** 31), upper: 2 ** 31 - 1 },
  int64: { lower: -(2 ** 63), upper: 2 ** 63 - 1 },
};

/** One end of the numbers of a schema beside another: the bound of its format counts where the other schema names a bound that is no tighter. */
export function boundBeside(view: SchemaView, beside: SchemaView, end: RangeEnd): Bound | undefined {
  const [own, opposite] = [view[end], beside[end]];
  const limits = view.all("format").flatMap(({ node }) => ranges[String(node)]?.[end] ?? []);
  if (limits.length === 0) return own;
  const [limit, sign] = end === "lower" ? [Math.max(...limits), 1] : [Math.min(...limits), -1];
  const isTighter = (bound: Bound | undefined) => bound !== undefined && (bound.value - limit) * sign > 0;
  if (isTighter(own)) return own;
  return own || (opposite && !isTighter(opposite)) ? { value: limit, isExclusive: false } : undefined;
}

/** True if the bounds of two schemas say at both ends what a format of whole numbers would. */
export const isImpliedByBounds = (view: SchemaView, beside: SchemaView): boolean =>
  ends.every((end) => view[end] ?? beside[end]);
