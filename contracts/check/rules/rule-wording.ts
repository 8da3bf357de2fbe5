import { describeValue } from "../../../base/text/sentences.ts";
import type { Matcher, MatchingRule } from "../../pact/interaction.ts";
import { typeOf } from "../values/accepted-values.ts";
import { isOfType } from "./rule-tree.ts";

const typeWords = {
  null: "null",
  array: "an array",
  object: "an object",
  string: "a string",
  number: "a number",
  boolean: "a boolean",
};

const matcherWords: Record<string, (matcher: Matcher) => string> = {
  regex: ({ regex }) => `a text that matches ${String(regex)}`,
  include: ({ value }) => `a text with ${JSON.stringify(value)} in it`,
  integer: () => "a whole number",
  number: () => "a number",
  decimal: () => "a number with a fraction",
  boolean: () => "a boolean",
  null: () => "null",
  notEmpty: () => "something that is not empty",
  date: ({ format, date }) => `a date in the form ${String(format ?? date)}`,
  time: ({ format, time }) => `a time in the form ${String(format ?? time)}`,
  datetime: ({ format }) => `a date-time in the form ${String(format)}`,
  timestamp: ({ format, timestamp }) => `a date-time in the form ${String(format ?? timestamp)}`,
};

/** Describes the values that a rule asks for in a few words. */
export function describeRule({ matchers, combine }: MatchingRule, example: unknown): string {
  const phrases = matchers.map((matcher) =>
    isOfType(matcher) ? typeWords[typeOf(example)] : (matcherWords[matcher.match]?.(matcher) ?? describeValue(example)),
  );
  return [...new Set(phrases)].join(combine === "OR" ? " or " : " and ");
}
