import { isRecord } from "../../../base/json.ts";
import { pointerOf } from "../../../base/pointer.ts";
import { readRules } from "../../pact/matching-rules.ts";
import type { BodyIncompatibility } from "../incompatibility.ts";
import { eachKeyOf, equality, RulePlace } from "../rules/rule-tree.ts";
import { describeRule } from "../rules/rule-wording.ts";
import { accepts } from "./accepted-values.ts";
import { maxItems, minItems } from "./item-counts.ts";
import type { PromisedValue } from "./promised-value.ts";
import { certaintyOf } from "./single-value.ts";

/** Checks a value that a consumer relies on, and everything in it, against what the specification promises there. */
export function checkValue(
  promised: PromisedValue,
  value: unknown,
  rules: RulePlace,
  pointer = "",
): BodyIncompatibility[] {
  if (promised.alternatives.length > 0)
    return shortest(promised.alternatives.map((alternative) => checkValue(alternative, value, rules, pointer)));
  if (isRecord(value)) return checkObject(promised, value, rules, pointer);
  if (Array.isArray(value)) return checkArray(promised, value, rules, pointer);
  const certainty = certaintyOf(promised, rules.rule, value);
  if (certainty === "fine") return [];
  return [incompatibility(promised, pointer, describeRule(rules.rule, value), certainty === "narrower")];
}

const shortest = (lists: BodyIncompatibility[][]): BodyIncompatibility[] =>
  lists.toSorted((a, b) => a.length - b.length)[0] ?? [];

function incompatibility(
  promised: PromisedValue,
  pointer: string,
  relied: string,
  isWarning = false,
): BodyIncompatibility {
  const { requirement } = promised;
  return {
    pointer,
    relied,
    promised: isWarning ? `${promised.says}, and no more than that` : promised.says,
    ...(requirement ? { requirement } : {}),
    ...(isWarning ? { isWarning } : {}),
  };
}

/** The matchers under which the names of an object's fields are examples, too. */
const matchersOfAnyName = ["values", "eachKey", "each-key", "eachValue", "each-value"];

function checkObject(
  promised: PromisedValue,
  value: Record<string, unknown>,
  rules: RulePlace,
  pointer: string,
): BodyIncompatibility[] {
  if (promised.types?.includes("object") === false) return [incompatibility(promised, pointer, "an object")];
  if (rules.rule.matchers.some(({ match }) => matchersOfAnyName.includes(match)))
    return checkAnyFields(promised, value, rules, pointer);
  const fields = Object.entries(value).map(([name, content]) => ({ name, content, rules: rules.under(name) }));
  const pinned = fields.filter((field) => field.rules.rule.matchers.every(({ match }) => match === "equality"));
  const settled = promised.given(Object.fromEntries(pinned.map(({ name, content }) => [name, content])));
  return fields.flatMap(({ name, content, rules: ownRules }) => {
    const place = pointer + pointerOf([name]);
    const field = settled.field(name);
    const absence = absenceOf(settled, field, name);
    if (absence) return [{ ...incompatibility(field ?? settled, place, "this field"), ...absence }];
    return field ? checkValue(field, content, ownRules, place) : [];
  });
}

/** Checks matchers for whatever an object checks against the fields that are always there. */
function checkAnyFields(
  promised: PromisedValue,
  value: Record<string, unknown>,
  rules: RulePlace,
  pointer: string,
): BodyIncompatibility[] {
  const keys = eachKeyOf(rules.rule);
  const [[firstName, example] = ["", undefined]] = Object.entries(value);
  const found = promised.requiredNames.flatMap((name) => {
    const place = pointer + pointerOf([name]);
    const [field, own] = [promised.field(name), rules.under(name)];
    if (keys && !accepts(keys, firstName, name))
      return [incompatibility(promised, place, `names that are ${describeRule(keys, firstName)}`)];
    // A value without a rule of its own is only an example.
    return field && own.rule !== equality ? checkValue(field, value[name] ?? example, own, place) : [];
  });
  // One field shows it.
  return found.slice(0, 1);
}

/** Why a field cannot be relied on to be there; undefined where it can. */
function absenceOf(
  holder: PromisedValue,
  field: PromisedValue | undefined,
  name: string,
): Pick<BodyIncompatibility, "code" | "promised"> | undefined {
  if (!field)
    return {
      code: "unknown-field",
      promised: holder.isShown ? "no such field" : "no field here: what stands here is not shown",
    };
  if (field.absentUnless) return { code: "conditional-field", promised: `it only with ${field.absentUnless}` };
  if (field.absentUnless === "") return { code: "conditional-field", promised: "that it is absent" };
  return holder.requires(name) ? undefined : { code: "optional-field", promised: "it as a field that may be left out" };
}

function checkArray(
  promised: PromisedValue,
  value: unknown[],
  rules: RulePlace,
  pointer: string,
): BodyIncompatibility[] {
  if (promised.types?.includes("array") === false) return [incompatibility(promised, pointer, "an array")];
  const { matchers } = rules.rule;
  const variants = matchers.flatMap((matcher) =>
    Array.isArray(matcher.variants) ? (matcher.variants as unknown[]) : [],
  );
  if (variants.length > 0) return variants.flatMap((variant) => checkVariant(promised, value, variant, pointer));
  const least = minItems(rules.rule, value);
  if (least > promised.maxItems) return [incompatibility(promised, pointer, `an array of ${least} or more`)];
  const most = maxItems(rules.rule, value);
  if (most < promised.fewestItems)
    return [
      {
        ...incompatibility(promised, pointer, most === 0 ? "an empty array" : `an array of at most ${most}`),
        promised: `an array of ${promised.fewestItems} or more`,
      },
    ];
  return value.flatMap((item, index) =>
    checkValue(promised.item, item, rules.under(index), pointer + pointerOf([index])),
  );
}

/** Checks one of the items that an array must contain, with rules of its own. */
function checkVariant(
  promised: PromisedValue,
  value: unknown[],
  variant: unknown,
  pointer: string,
): BodyIncompatibility[] {
  const { index, rules } = isRecord(variant) ? variant : {};
  const at = Number(index ?? 0);
  const place = RulePlace.root(readRules({ body: rules ?? {} }).body);
  return checkValue(promised.item, value[at], place, pointer + pointerOf([at]));
}
