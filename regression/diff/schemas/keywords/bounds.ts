import type { PlacePair } from "../../documents/place.ts";
import type { PairContext } from "../pairs/pair-context.ts";
import type { Bound } from "../reading/keywords.ts";
import { maxNamed } from "../reading/properties.ts";
import type { SchemaView } from "../reading/schema-view.ts";
import { compareMultiples } from "./multiples.ts";
import { boundBeside } from "./whole-ranges.ts";

/** Numbers: both bounds, and what they are a multiple of. */
export function compareNumbers(old: SchemaView, fresh: SchemaView, context: PairContext): void {
  for (const [end, name, keyword] of [
    ["lower", "minimum", "exclusiveMinimum"],
    ["upper", "maximum", "exclusiveMaximum"],
  ] as const) {
    const placeIn = (view: SchemaView) => view.at(view.all(name).length > 0 ? name : keyword);
    const [before, after] = [boundBeside(old, fresh, end), boundBeside(fresh, old, end)];
    const sign = end === "lower" ? 1 : -1;
    const sizeOf = (bound: Bound | undefined) => bound && [bound.value, bound.isExclusive ? sign : 0];
    const phrase = ([value = 0, strict]: number[]) =>
      strict ? `${sign > 0 ? "more" : "less"} than ${value}` : `at ${sign > 0 ? "least" : "most"} ${value}`;
    const where = { old: placeIn(old), new: placeIn(fresh) };
    reportBound({ name, verb: "be", before: sizeOf(before), after: sizeOf(after), where, phrase }, context);
  }
  compareMultiples(old, fresh, context);
}

/** A bound on both sides: a number, and a second number that breaks a tie. */
interface BoundPair {
  name: "minimum" | "maximum" | `${"min" | "max"}-${"length" | "items" | "contains" | "properties"}`;
  verb: string;
  before: number[] | undefined;
  after: number[] | undefined;
  where: string | PlacePair;
  phrase: (bound: number[]) => string;
}

/** Says how a bound moved. */
function reportBound({ name, verb, before, after, where, phrase }: BoundPair, context: PairContext): void {
  if (!before && after) context.report(`${name}-added`, `must now ${verb} ${phrase(after)}`, where);
  else if (before && !after) context.report(`${name}-removed`, `need no longer ${verb} ${phrase(before)}`, where);
  else if (before && after) {
    const move = after.map((number, index) => number - (before[index] ?? 0)).find((step) => step !== 0) ?? 0;
    if (move === 0) return;
    const says = `must now ${verb} ${phrase(after)} instead of ${phrase(before)}`;
    context.report(`${name}-${move > 0 ? "raised" : "lowered"}`, says, where);
  }
}

/** The sizes of strings, arrays and objects: their keywords, the least where none is given, and their words in sentences. */
const sizes = {
  length: { suffix: "Length", least: undefined, verb: "be", single: "character long", several: "characters long" },
  items: { suffix: "Items", least: undefined, verb: "have", single: "item", several: "items" },
  contains: { suffix: "Contains", least: 1, verb: "contain", single: "matching item", several: "matching items" },
  properties: { suffix: "Properties", least: undefined, verb: "have", single: "property", several: "properties" },
} as const;

/** The time that strings and arrays, and how large objects, may be, and how many items must be what `contains` asks for. */
export function compareSizes(of: keyof typeof sizes, old: SchemaView, fresh: SchemaView, context: PairContext): void {
  const { suffix, least, verb, single, several } = sizes[of];
  const inWords = (count = 0) => `${count} ${count === 1 ? single : several}`;
  const minIn = (view: SchemaView) => {
    const own = view.most(`min${suffix}`) ?? least;
    return own === 0 && least === undefined ? undefined : own;
  };
  const maxIn = (view: SchemaView) => {
    const most = of === "items" ? view.maxItems : view.least(`max${suffix}`);
    return most === Number.POSITIVE_INFINITY ? undefined : most;
  };
  const report = (end: "min" | "max", boundIn: (view: SchemaView) => number | undefined, degree: string): void => {
    const [before, after] = [old, fresh].map(boundIn).map((count) => (count === undefined ? undefined : [count]));
    const phrase = ([count]: number[]) => `${degree} ${inWords(count)}`;
    reportBound({ name: `${end}-${of}`, verb, before, after, where: `${end}${suffix}`, phrase }, context);
  };
  // An object has at least as many properties as it must have.
  if (of !== "properties" || !isImplied(minIn(old), minIn(fresh), old, fresh)) report("min", minIn, "at least");
  // A closed object has no more than it names.
  if (of !== "properties" || !isClosedBelow(maxIn(old), maxIn(fresh), old, fresh)) report("max", maxIn, "at most");
}

/** True if the names of all properties already say what a bound on their number says. */
const isClosedBelow = (
  before = Number.POSITIVE_INFINITY,
  after = Number.POSITIVE_INFINITY,
  old: SchemaView,
  fresh: SchemaView,
): boolean => (after < before ? maxNamed(old.set.parts) <= after : maxNamed(fresh.set.parts) <= before);

/** True if the names of required properties already say what a bound on their number says. */
const isImplied = (before = 0, after = 0, old: SchemaView, fresh: SchemaView): boolean =>
  after > before ? after <= old.required.size : before <= fresh.required.size;
