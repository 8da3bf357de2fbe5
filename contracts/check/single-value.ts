import type { Rule } from "../pact/interaction.ts";
import { accepts } from "./accepted-values.ts";
import type { PromisedValue } from "./promised-value.ts";
import { isOfType } from "./rule-tree.ts";
import { samplesOf } from "./sample-values.ts";

/** How far what a consumer asks of a single value is promised: never, always as far as one can tell, or not for certain. */
export type Certainty = "never" | "fine" | "narrower";

/** Matchers that look at nothing but the type. */
const typical = ["number", "integer", "decimal", "boolean", "null"];

/** Holds what a rule asks of a single value against what the specification says of it; headers are texts, whatever they stand for. */
export function certaintyOf(promised: PromisedValue, rule: Rule, example: unknown, isText = false): Certainty {
  if (!promised.isKnown) return "fine";
  const passes = (value: unknown): boolean => accepts(rule, example, isText ? String(value) : value);
  if (promised.values) return promised.values.some(passes) ? "fine" : "never";
  const isTypical = rule.matchers.every((one) => isOfType(one) || typical.includes(one.match));
  if (isTypical && !isText) return byType(promised, rule, example);
  const own = isText && typeof example === "string" && /^\d+$/.test(example) ? Number(example) : example;
  const isPossible =
    [own, example, ...samplesOf(promised)].some((value) => promised.fits(value) && passes(value)) ||
    (promised.isFreeText && isPattern(rule) && (promised.types?.includes("string") ?? true));
  return isPossible ? "fine" : "never";
}

/** Whether a rule describes texts, of which no list of samples holds every kind. */
const isPattern = ({ matchers }: Rule): boolean =>
  matchers.some(({ match }) => ["regex", "include", "date", "time", "datetime", "timestamp", "semver"].includes(match));

/** One value of each type, to see which types a rule lets pass. */
const probes: Record<string, unknown[]> = {
  string: ["text"],
  number: [1, 1.5],
  integer: [1],
  boolean: [true],
  null: [null],
  array: [[]],
  object: [{}],
};

function byType(promised: PromisedValue, rule: Rule, example: unknown): Certainty {
  const types = promised.types ?? Object.keys(probes);
  const passing = (type: string): unknown[] => (probes[type] ?? []).filter((value) => accepts(rule, example, value));
  if (!types.some((type) => passing(type).length > 0)) return "never";
  // What is only ever null or empty in certain states is left to the interactions that set such states up.
  const isWhole = promised.fullTypes.every((type) => passing(type).length === probes[type]?.length);
  return isWhole || example === null ? "fine" : "narrower";
}
