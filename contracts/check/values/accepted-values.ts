import { isDeepStrictEqual } from "node:util";
import type { Matcher, MatchingRule } from "../../pact/interaction.ts";
import { datePattern } from "../regex/date-pattern.ts";
import { isMatch } from "../regex/regex.ts";
import { isOfType } from "../rules/rule-tree.ts";

/** The JSON type of a value. */
export function typeOf(value: unknown): "null" | "array" | "object" | "string" | "number" | "boolean" {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as "object" | "string" | "number" | "boolean");
}

/** True if a rule accepts a value in place of its example. */
export function accepts({ matchers, combine }: MatchingRule, example: unknown, value: unknown): boolean {
  const isAccepted = (matcher: Matcher): boolean => matcherAccepts(matcher, example, value);
  return combine === "OR" ? matchers.some(isAccepted) : matchers.every(isAccepted);
}

const isScalar = (value: unknown): boolean => typeof value !== "object" && value !== undefined;
const isFraction = (value: unknown): boolean => typeof value === "number" && !Number.isInteger(value);

/** The values that each matcher accepts; a matcher that is not listed says nothing about a single value. */
const acceptance: Record<string, (value: unknown, matcher: Matcher, example: unknown) => boolean> = {
  equality: (value, _, example) => isDeepStrictEqual(value, example),
  regex: (value, { regex }) => isScalar(value) && isMatch(String(regex), String(value)),
  include: (value, matcher) =>
    (isScalar(value) ? String(value) : JSON.stringify(value)).includes(String(matcher.value)),
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  decimal: isFraction,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  notEmpty: (value) => value !== null && value !== "" && (isScalar(value) || Object.keys(value as object).length > 0),
  semver: (value) => typeof value === "string" && /^\d+\.\d+\.\d+([-+].*)?$/.test(value),
  date: (value, { format, date }) => isInForm(value, format ?? date),
  time: (value, { format, time }) => isInForm(value, format ?? time),
  datetime: (value, { format }) => isInForm(value, format),
  timestamp: (value, { format, timestamp }) => isInForm(value, format ?? timestamp),
};

function matcherAccepts(matcher: Matcher, example: unknown, value: unknown): boolean {
  if (isOfType(matcher)) return typeOf(value) === typeOf(example);
  return acceptance[matcher.match]?.(value, matcher, example) ?? true;
}

const isInForm = (value: unknown, format: unknown): boolean =>
  typeof value === "string" && (typeof format !== "string" || datePattern(format).test(value));
