import { isRecord } from "../../../base/json.ts";
import type { Matcher, MatchingRule } from "../../pact/interaction.ts";
import { Unreadable } from "../../pact/unreadable.ts";

/** The rules of a body by the steps of their paths; `any` stands for the step `*`. */
interface RuleNode {
  steps: Map<string, RuleNode>;
  any?: RuleNode;
  rule?: MatchingRule;
}

interface WeightedNode {
  node: RuleNode;
  weight: number;
}

interface ClosestRule {
  rule: MatchingRule;
  score: number;
  depth: number;
}

/** One place of a body: the nodes that lead there, and the closest rule so far. */
export class RulePlace {
  readonly #nodes: readonly WeightedNode[];
  readonly #depth: number;
  readonly #closest: ClosestRule | undefined;

  private constructor(nodes: readonly WeightedNode[], depth: number, inherited: ClosestRule | undefined) {
    this.#nodes = nodes;
    this.#depth = depth;
    this.#closest = nodes.reduce<ClosestRule | undefined>((best, { node: { rule }, weight }) => {
      const score = weight * (depth + 1);
      return rule && score >= (best?.score ?? 0) ? { rule, score, depth } : best;
    }, inherited);
  }

  /** The root of a body with rules. */
  static root(rules: Readonly<Record<string, MatchingRule>> = {}): RulePlace {
    const root = emptyNode();
    for (const [path, rule] of Object.entries(rules)) {
      let node = root;
      for (const step of stepsOf(path)) node = step === undefined ? (node.any ??= emptyNode()) : childOf(node, step);
      node.rule = rule;
    }
    return new RulePlace([{ node: root, weight: 2 }], 0, undefined);
  }

  /** The place under a key or an index; a path that names the step weighs twice as much as one with `*`. */
  under(step: string | number): RulePlace {
    const nodes = this.#nodes.flatMap(({ node, weight }) => {
      const named = node.steps.get(String(step));
      return [
        ...(named ? [{ node: named, weight: weight * 2 }] : []),
        ...(node.any ? [{ node: node.any, weight }] : []),
      ];
    });
    const eachValue = eachValueOf(this.rule);
    const depth = this.#depth + 1;
    return new RulePlace(nodes, depth, eachValue ? { rule: eachValue, score: 0, depth } : this.#closest);
  }

  /** The rule of this place; from a rule further up, only "match by type" is inherited. */
  get rule(): MatchingRule {
    if (!this.#closest) return equality;
    const { rule, depth } = this.#closest;
    if (rule.matchers.length === 0) return equality;
    if (depth === this.#depth) return rule;
    return rule.matchers.some(isOfType) ? byType : equality;
  }
}

/** The rule that an object's rule gives to each of its values. */
const eachValueOf = (rule: MatchingRule): MatchingRule | undefined => innerRule(rule, ["eachValue", "each-value"]);

/** The rule that an object's rule gives to each of its names. */
export const eachKeyOf = (rule: MatchingRule): MatchingRule | undefined => innerRule(rule, ["eachKey", "each-key"]);

function innerRule({ matchers }: MatchingRule, names: readonly string[]): MatchingRule | undefined {
  const rules = matchers.find(({ match }) => names.includes(match))?.rules;
  const isValid = Array.isArray(rules) && rules.every((rule) => isRecord(rule) && typeof rule.match === "string");
  return isValid && rules.length > 0 ? { matchers: rules as Matcher[], combine: "AND" } : undefined;
}

/** The value must be the example itself; this holds where there is no rule. */
export const equality: MatchingRule = { matchers: [{ match: "equality" }], combine: "AND" };
const byType: MatchingRule = { matchers: [{ match: "type" }], combine: "AND" };

/** True if a matcher asks for the type of the example only. */
export const isOfType = ({ match }: Matcher): boolean =>
  ["type", "min", "max", "min-type", "max-type", "min-max-type"].includes(match);

const emptyNode = (): RuleNode => ({ steps: new Map() });

function childOf({ steps }: RuleNode, step: string): RuleNode {
  const child = steps.get(step) ?? emptyNode();
  steps.set(step, child);
  return child;
}

const stepPattern = /\.\*|\[\*\]|\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** The steps of a path such as `$.data[*].id`; undefined stands for `*`. */
export function stepsOf(path: string): (string | undefined)[] {
  const steps: (string | undefined)[] = [];
  stepPattern.lastIndex = path.startsWith("$") ? 1 : path.length;
  while (stepPattern.lastIndex < path.length) {
    const found = stepPattern.exec(path);
    if (!found) break;
    steps.push(found[1] ?? found[2] ?? found[3] ?? found[4]);
  }
  if (!path.startsWith("$") || stepPattern.lastIndex < path.length)
    throw new Unreadable(`matchingRules.body: ${JSON.stringify(path)} is not a path`);
  return steps;
}
