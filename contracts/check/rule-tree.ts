import { isRecord } from "../../base/json.ts";
import type { Matcher, Rule } from "../pact/interaction.ts";
import { Unreadable } from "../pact/matching-rules.ts";

/** Rules of a body by the steps of their paths; the step of any key or index is a branch of its own. */
interface Branch {
  steps: Map<string, Branch>;
  any?: Branch;
  rule?: Rule;
}

interface Reached {
  branch: Branch;
  weight: number;
}

interface Nearest {
  rule: Rule;
  score: number;
  depth: number;
}

/** The branches that lead to one place, and the rule that is nearest to it so far. */
export class RulePlace {
  readonly #branches: readonly Reached[];
  readonly #depth: number;
  readonly #nearest: Nearest | undefined;

  private constructor(branches: readonly Reached[], depth: number, inherited: Nearest | undefined) {
    this.#branches = branches;
    this.#depth = depth;
    this.#nearest = branches.reduce<Nearest | undefined>((best, { branch: { rule }, weight }) => {
      const score = weight * (depth + 1);
      return rule && score >= (best?.score ?? 0) ? { rule, score, depth } : best;
    }, inherited);
  }

  /** The root of a body with rules. */
  static root(rules: Readonly<Record<string, Rule>> = {}): RulePlace {
    const root: Branch = { steps: new Map() };
    for (const [path, rule] of Object.entries(rules)) {
      let branch = root;
      for (const step of stepsOf(path)) branch = step === undefined ? (branch.any ??= empty()) : next(branch, step);
      branch.rule = rule;
    }
    return new RulePlace([{ branch: root, weight: 2 }], 0, undefined);
  }

  /** The place under a key or an index; a path that names it weighs twice as much as one that takes any. */
  under(step: string | number): RulePlace {
    const branches = this.#branches.flatMap(({ branch, weight }) => {
      const named = branch.steps.get(String(step));
      return [
        ...(named ? [{ branch: named, weight: weight * 2 }] : []),
        ...(branch.any ? [{ branch: branch.any, weight }] : []),
      ];
    });
    const each = eachValueOf(this.rule);
    const depth = this.#depth + 1;
    return new RulePlace(branches, depth, each ? { rule: each, score: 0, depth } : this.#nearest);
  }

  /** The rule of this place; of one further up, only that types alone matter comes down. */
  get rule(): Rule {
    if (!this.#nearest) return equality;
    const { rule, depth } = this.#nearest;
    if (rule.matchers.length === 0) return equality;
    if (depth === this.#depth) return rule;
    return rule.matchers.some(isOfType) ? type : equality;
  }
}

/** The rule that an object's rule gives to each of its values. */
function eachValueOf({ matchers }: Rule): Rule | undefined {
  const found = matchers.find(({ match }) => match === "eachValue" || match === "each-value")?.rules;
  const isRead = Array.isArray(found) && found.every((one) => isRecord(one) && typeof one.match === "string");
  return isRead && found.length > 0 ? { matchers: found as Matcher[], combine: "AND" } : undefined;
}

/** That a value is the example itself, which holds where no rule is. */
export const equality: Rule = { matchers: [{ match: "equality" }], combine: "AND" };
const type: Rule = { matchers: [{ match: "type" }], combine: "AND" };

/** Whether a matcher asks for the example's type alone. */
export const isOfType = ({ match }: Matcher): boolean =>
  ["type", "min", "max", "min-type", "max-type", "min-max-type"].includes(match);

const empty = (): Branch => ({ steps: new Map() });

function next({ steps }: Branch, step: string): Branch {
  const found = steps.get(step) ?? empty();
  steps.set(step, found);
  return found;
}

const step = /\.\*|\[\*\]|\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** The steps of a path such as `$.data[*].id`; undefined stands for any. */
function stepsOf(path: string): (string | undefined)[] {
  const steps: (string | undefined)[] = [];
  step.lastIndex = path.startsWith("$") ? 1 : path.length;
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (!found) break;
    steps.push(found[1] ?? found[2] ?? found[3] ?? found[4]);
  }
  if (!path.startsWith("$") || step.lastIndex < path.length)
    throw new Unreadable(`matchingRules.body: ${JSON.stringify(path)} is no path`);
  return steps;
}
