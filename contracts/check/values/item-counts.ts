import type { Matcher, MatchingRule } from "../../pact/interaction.ts";
import { isOfType } from "../rules/rule-tree.ts";

/** The number of items that an array has at least that a rule accepts in place of its example. */
export function minItems({ matchers, combine }: MatchingRule, example: readonly unknown[]): number {
  const minima = matchers.map((matcher) => minFor(matcher, example));
  return combine === "OR" ? Math.min(...minima) : Math.max(...minima);
}

function minFor({ match, min }: Matcher, example: readonly unknown[]): number {
  if (match === "equality") return example.length;
  return match === "notEmpty" ? 1 : Number(min ?? 0);
}

/** The number of items that it has at most. */
export function maxItems({ matchers, combine }: MatchingRule, example: readonly unknown[]): number {
  const maxima = matchers.map((matcher) => maxFor(matcher, example));
  return combine === "OR" ? Math.max(...maxima) : Math.min(...maxima);
}

function maxFor(matcher: Matcher, example: readonly unknown[]): number {
  if (matcher.match === "equality") return example.length;
  return isOfType(matcher) && matcher.max !== undefined ? Number(matcher.max) : Number.POSITIVE_INFINITY;
}
