import type { SchemaChange } from "./rules.ts";
import type { Bound } from "./schema-keywords.ts";
import type { Notebook } from "./schema-pairs.ts";
import type { View } from "./schema-view.ts";
import { isMultiple } from "./value-fits.ts";
import { boundBeside } from "./whole-ranges.ts";

/** Numbers: both bounds, and what they are a multiple of. */
export function compareNumbers(old: View, fresh: View, notes: Notebook): void {
  for (const [end, name, keyword] of [
    ["lower", "minimum", "exclusiveMinimum"],
    ["upper", "maximum", "exclusiveMaximum"],
  ] as const) {
    const at = (view: View) => view.at(view.all(name).length > 0 ? name : keyword);
    const [before, after] = [boundBeside(old, fresh, end), boundBeside(fresh, old, end)];
    const sign = end === "lower" ? 1 : -1;
    const size = (bound: Bound | undefined) => bound && [bound.value, bound.exclusive ? sign : 0];
    tell(name, size(before), size(after), notes, { old: at(old), new: at(fresh) }, ([value = 0, strict]) =>
      strict ? `${sign > 0 ? "more" : "less"} than ${value}` : `at ${sign > 0 ? "least" : "most"} ${value}`,
    );
  }
  compareMultiples(old, fresh, notes);
}

function compareMultiples(old: View, fresh: View, notes: Notebook): void {
  const wholeOnly = (view: View) => view.types && !view.types.has("number");
  const factor = (view: View) => {
    const all = view.all("multipleOf").map(({ node }) => Number(node));
    const found = leastCommonMultiple(all);
    return found === 1 && wholeOnly(view) ? undefined : found;
  };
  const [before, after] = [factor(old), factor(fresh)];
  if (before === after) return;
  const say = (change: SchemaChange, says: string) => notes.say(change, says, "multipleOf");
  if (before === undefined) say("multiple-of-added", `must be a multiple of ${after} now`);
  else if (after === undefined) say("multiple-of-removed", `need no longer be a multiple of ${before}`);
  else {
    const kind = isMultiple(after, before) ? "narrowed" : isMultiple(before, after) ? "widened" : "changed";
    say(`multiple-of-${kind}`, `is a multiple of ${after} now, and was one of ${before}`);
  }
}

/** What is a multiple of several numbers is one of this. Fractions are reckoned in units of their last decimal. */
function leastCommonMultiple(numbers: number[]): number | undefined {
  if (numbers.length < 2) return numbers[0];
  const unit = 10 ** Math.max(...numbers.map(decimals));
  const wholes = numbers.map((one) => Math.round(one * unit));
  return wholes.reduce((one, other) => (one / divisor(one, other)) * other) / unit;
}
const decimals = (number: number): number => {
  const [digits = "", exponent = "0"] = String(number).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
};
const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

type Named = "minimum" | "maximum" | `${"min" | "max"}-${"length" | "items" | "contains" | "properties"}`;

/** Tells how a bound moved; a bound is a number, and a second one that breaks a tie. */
function tell(
  name: Named,
  before: number[] | undefined,
  after: number[] | undefined,
  notes: Notebook,
  where: Parameters<Notebook["say"]>[2],
  phrase: (bound: number[]) => string,
): void {
  if (!before && after) notes.say(`${name}-added`, `must be ${phrase(after)} now`, where);
  else if (before && !after) notes.say(`${name}-removed`, `need no longer be ${phrase(before)}`, where);
  else if (before && after) {
    const more = after.map((one, index) => one - (before[index] ?? 0)).find((one) => one !== 0) ?? 0;
    if (more === 0) return;
    notes.say(
      `${name}-${more > 0 ? "raised" : "lowered"}`,
      `must be ${phrase(after)} now, and before ${phrase(before)}`,
      where,
    );
  }
}

/** The sizes of strings, arrays and objects: how many of what. */
const sizes = {
  length: ["character", "characters", "long", "Length"],
  items: ["item", "items", "long", "Items"],
  properties: ["property", "properties", "large", "Properties"],
} as const;

export function compareSizes(of: keyof typeof sizes, old: View, fresh: View, notes: Notebook): void {
  const [single, several, extent, suffix] = sizes[of];
  const told = (n = 0) => `${n} ${n === 1 ? single : several} ${extent}`;
  const least = (view: View) => {
    const found = view.most(`min${suffix}`);
    return found ? [found] : undefined;
  };
  const most = (view: View) => {
    const found = of === "items" ? view.mostItems : (view.least(`max${suffix}`) ?? Number.POSITIVE_INFINITY);
    return found === Number.POSITIVE_INFINITY ? undefined : [found];
  };
  // An object has at least as many properties as it must have.
  const isTold = of === "properties" && isImplied(least(old)?.[0], least(fresh)?.[0], old, fresh);
  if (!isTold) tell(`min-${of}`, least(old), least(fresh), notes, `min${suffix}`, ([n]) => `at least ${told(n)}`);
  tell(`max-${of}`, most(old), most(fresh), notes, `max${suffix}`, ([n]) => `at most ${told(n)}`);
}

/** Whether the names of required properties tell already what a bound on their number tells. */
const isImplied = (before = 0, after = 0, old: View, fresh: View): boolean =>
  after > before ? after <= old.required.size : before <= fresh.required.size;

/** How many items must be of the kind that `contains` asks for. */
export function compareContained(old: View, fresh: View, notes: Notebook): void {
  const size = (number: number | undefined) => (number === undefined ? undefined : [number]);
  const least = (view: View) => size(view.most("minContains") ?? 1);
  const unit = "in number";
  tell("min-contains", least(old), least(fresh), notes, "minContains", ([n]) => `at least ${n} ${unit}`);
  const most = (view: View) => size(view.least("maxContains"));
  tell("max-contains", most(old), most(fresh), notes, "maxContains", ([n]) => `at most ${n} ${unit}`);
}
