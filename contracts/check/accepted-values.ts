import { isDeepStrictEqual } from "node:util";
import type { Matcher, Rule } from "../pact/interaction.ts";
import { datePattern } from "./date-pattern.ts";
import { isMatch } from "./patterns.ts";
import { isOfType } from "./rule-tree.ts";

/** The JSON type of a value. */
export function typeOf(value: unknown): "null" | "array" | "object" | "string" | "number" | "boolean" {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as "object" | "string" | "number" | "boolean");
}

/** Whether a rule lets a value pass in the place of its example. */
export function accepts({ matchers, combine }: Rule, example: unknown, value: unknown): boolean {
  const passes = (matcher: Matcher): boolean => acceptsOne(matcher, example, value);
  return combine === "OR" ? matchers.some(passes) : matchers.every(passes);
}

const isScalar = (value: unknown): boolean => typeof value !== "object" && value !== undefined;
const isFraction = (value: unknown): boolean => typeof value === "number" && !Number.isInteger(value);

/** What each matcher lets pass; those that are not here say nothing of a single value. */
const tests: Record<string, (value: unknown, matcher: Matcher, example: unknown) => boolean> = {
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

function acceptsOne(matcher: Matcher, example: unknown, value: unknown): boolean {
  if (isOfType(matcher)) return typeOf(value) === typeOf(example);
  return tests[matcher.match]?.(value, matcher, example) ?? true;
}

const isInForm = (value: unknown, format: unknown): boolean =>
  typeof value === "string" && (typeof format !== "string" || datePattern(format).test(value));
