import type { MatchingRule } from "../../pact/interaction.ts";
import { isOfType } from "../rules/rule-tree.ts";
import { accepts } from "./accepted-values.ts";
import type { PromisedValue } from "./promised-value.ts";
import { samplesOf } from "./sample-values.ts";

/** The share of promised values that a consumer asks for: none, all as far as can be seen, or only some. */
export type Certainty = "never" | "fine" | "narrower";

/** The matchers that look at nothing but the type. */
const typeMatchers = ["number", "integer", "decimal", "boolean", "null"];

/** Compares what a rule asks of a single value with what the specification promises; a header is text, whatever it stands for. */
export function certaintyOf(promised: PromisedValue, rule: MatchingRule, example: unknown, isText = false): Certainty {
  if (!promised.isKnown) return "fine";
  if (!isText && isTextForOther(promised, rule, example)) return "never";
  // Pact reads a header as a number where a matcher asks for one.
  const isRead = rule.matchers.every(({ match }) => typeMatchers.includes(match));
  const isAccepted = (value: unknown): boolean => accepts(rule, example, isText && !isRead ? String(value) : value);
  if (promised.values) return promised.values.some(isAccepted) ? "fine" : "never";
  const isByType = rule.matchers.every((matcher) => isOfType(matcher) || typeMatchers.includes(matcher.match));
  if (isByType && !isText) return certaintyByType(promised, rule, example);
  const asNumber = isText && typeof example === "string" && /^\d+$/.test(example) ? Number(example) : example;
  const isPossible =
    [asNumber, example, ...samplesOf(promised)].some((value) => promised.fits(value) && isAccepted(value)) ||
    (promised.isFreeText && isAboutText(rule) && (promised.types?.includes("string") ?? true));
  return isPossible ? "fine" : "never";
}

/** True if a rule describes texts, of which no list of samples can hold every kind. */
const isAboutText = ({ matchers }: MatchingRule): boolean =>
  matchers.some(({ match }) => ["regex", "include", "date", "time", "datetime", "timestamp", "semver"].includes(match));

/** True if a text is expected where none can be: a pattern compares a number as if it were written out, but who expects a text reads it as one. */
const isTextForOther = ({ types }: PromisedValue, rule: MatchingRule, example: unknown): boolean =>
  typeof example === "string" && isAboutText(rule) && types?.includes("string") === false;

/** Values of each type, to see which types a rule accepts. */
const probes: Record<string, unknown[]> = {
  string: ["text"],
  number: [1, 1.5],
  integer: [1],
  boolean: [true],
  null: [null],
  array: [[]],
  object: [{}],
};

function certaintyByType(promised: PromisedValue, rule: MatchingRule, example: unknown): Certainty {
  const types = promised.types ?? Object.keys(probes);
  const accepted = (type: string): unknown[] => (probes[type] ?? []).filter((value) => accepts(rule, example, value));
  if (!types.some((type) => accepted(type).length > 0)) return "never";
  // A value that is null or empty in certain states only is left to the interactions that set up such states.
  const isWhole = promised.fullTypes.every((type) => accepted(type).length === probes[type]?.length);
  return isWhole || example === null ? "fine" : "narrower";
}
