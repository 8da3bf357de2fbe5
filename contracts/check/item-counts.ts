import type { Matcher, MatchingRule } from "../pact/interaction.ts";
import { isOfType } from "./rule-tree.ts";

/** How many items an array has at least that a rule accepts in place of its example. */
export function leastItems({ matchers, combine }: MatchingRule, example: readonly unknown[]): number {
  const leasts = matchers.map((matcher) => leastFor(matcher, example));
  return combine === "OR" ? Math.min(...leasts) : Math.max(...leasts);
}

function leastFor({ match, min }: Matcher, example: readonly unknown[]): number {
  if (match === "equality") return example.length;
  return match === "notEmpty" ? 1 : Number(min ?? 0);
}

/** How many items it has at most. */
export function mostItems({ matchers, combine }: MatchingRule, example: readonly unknown[]): number {
  const mosts = matchers.map((matcher) => mostFor(matcher, example));
  return combine === "OR" ? Math.max(...mosts) : Math.min(...mosts);
}

function mostFor(matcher: Matcher, example: readonly unknown[]): number {
  if (matcher.match === "equality") return example.length;
  return isOfType(matcher) && matcher.max !== undefined ? Number(matcher.max) : Number.POSITIVE_INFINITY;
}
