import type { SchemaChangeName } from "../../differences/rules.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import type { SchemaView } from "../reading/schema-view.ts";

/** What numbers are a multiple of. */
export function compareMultiples(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const [before, after] = [factorOf(old), factorOf(fresh)];
  if (before === after) return;
  const tell = (name: SchemaChangeName, says: string) => context.tell(name, says, "multipleOf");
  if (before === undefined) tell("multiple-of-added", `must now be a multiple of ${after}`);
  else if (after === undefined) tell("multiple-of-removed", `need no longer be a multiple of ${before}`);
  else tell(changeBetween(before, after), `must now be a multiple of ${after} instead of ${before}`);
}

function changeBetween(before: number, after: number): SchemaChangeName {
  if (isMultiple(after, before)) return "multiple-of-narrowed";
  return isMultiple(before, after) ? "multiple-of-widened" : "multiple-of-changed";
}

/** What every number that a schema allows is a multiple of; for whole numbers, 1 says nothing. */
function factorOf(view: SchemaView): number | undefined {
  const factor = leastCommonMultiple(view.all("multipleOf").map(({ node }) => Number(node)));
  const wholeOnly = view.types && !view.types.has("number");
  return factor === 1 && wholeOnly ? undefined : factor;
}

/** Rounded, because 0.3 is not a whole multiple of 0.1 in binary. */
export const isMultiple = (value: number, of: number): boolean => Math.abs(value / of - Math.round(value / of)) < 1e-9;

/** The least number that is a multiple of all. Fractions are counted in units of their last decimal. */
function leastCommonMultiple(numbers: number[]): number | undefined {
  if (numbers.length < 2) return numbers[0];
  const unit = 10 ** Math.max(...numbers.map(decimalsOf));
  const wholes = numbers.map((number) => Math.round(number * unit));
  return wholes.reduce((a, b) => (a / commonDivisor(a, b)) * b) / unit;
}

function decimalsOf(number: number): number {
  const [digits = "", exponent = "0"] = String(number).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
