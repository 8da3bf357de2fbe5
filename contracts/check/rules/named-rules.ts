import type { MatchingRule } from "../../pact/interaction.ts";
import { equality } from "./rule-tree.ts";

/** An example and the rule that it stands for. */
export interface RuledExample {
  rule: MatchingRule;
  example: string;
}

/** The values of a header or of a metadata key, in any case of letters: one text, unless a value after the first has a rule of its own. */
export function ruledExamples(
  rules: Readonly<Record<string, MatchingRule>> | undefined,
  name: string,
  values: readonly string[],
): RuledExample[] {
  const known = new Map(Object.entries(rules ?? {}).map(([place, rule]) => [place.toLowerCase(), rule]));
  const ruleAt = (index: number): MatchingRule | undefined =>
    known.get(index === 0 ? name.toLowerCase() : `${name.toLowerCase()}[${index}]`);
  const hasOwnRules = values.some((_, index) => index > 0 && ruleAt(index));
  const examples = hasOwnRules ? values : [values.join(", ")];
  return examples.map((example, index) => ({ rule: ruleAt(index) ?? equality, example }));
}
