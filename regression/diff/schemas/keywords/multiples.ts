import type { SchemaChangeName } from "../../differences/rules.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import { isMultiple, leastCommonMultiple } from "../reading/decimals.ts";
import type { SchemaView } from "../reading/schema-view.ts";

export function compareMultiples(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [factorOf(old), factorOf(fresh)];
  if (before === after || isImpliedByType(old, after) || isImpliedByType(fresh, before)) return;
  const report = (name: SchemaChangeName, says: string) => context.report(name, says, "multipleOf");
  if (before === undefined) report("multiple-of-added", `must now be a multiple of ${after}`);
  else if (after === undefined) report("multiple-of-removed", `need no longer be a multiple of ${before}`);
  else report(changeBetween(before, after), `must now be a multiple of ${after} instead of ${before}`);
}

function changeBetween(before: number, after: number): SchemaChangeName {
  if (isMultiple(after, before)) return "multiple-of-narrowed";
  return isMultiple(before, after) ? "multiple-of-widened" : "multiple-of-changed";
}

/** A factor of every number that a schema allows; for whole numbers, 1 says nothing. */
function factorOf(view: SchemaView): number | undefined {
  const own = view.all("multipleOf").map(({ node }) => Number(node));
  const factor = leastCommonMultiple(isWhole(view) && own.length > 0 ? [1, ...own] : own);
  return factor === 1 && isWhole(view) ? undefined : factor;
}

const isWhole = ({ types }: SchemaView): boolean => types !== undefined && !types.has("number");

/** True if all whole numbers are multiples of what the numbers of another schema are; then the types say how the two differ. */
const isImpliedByType = (view: SchemaView, factor: number | undefined): boolean =>
  isWhole(view) && factorOf(view) === undefined && factor !== undefined && isMultiple(1, factor);
