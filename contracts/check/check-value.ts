import { isRecord } from "../../base/json.ts";
import { pointerOf } from "../../base/pointer.ts";
import { readRules } from "../pact/matching-rules.ts";
import { typeOf } from "./accepted-values.ts";
import type { Incompatibility } from "./incompatibility.ts";
import type { PromisedValue } from "./promised-value.ts";
import { isOfType, RulePlace } from "./rule-tree.ts";
import { describeRule } from "./rule-wording.ts";
import { certaintyOf } from "./single-value.ts";

/** A finding about a body, before it is known which body. */
export type BodyIncompatibility = Omit<Incompatibility, "part">;

/** Holds a body that a consumer relies on against what the specification says of it. */
export function checkValue(
  promised: PromisedValue,
  body: unknown,
  rules: RulePlace,
  pointer = "",
): BodyIncompatibility[] {
  if (promised.alternatives.length > 0)
    return best(promised.alternatives.map((one) => checkValue(one, body, rules, pointer)));
  if (isRecord(body)) return objectFlaws(promised, body, rules, pointer);
  if (Array.isArray(body)) return listFlaws(promised, body, rules, pointer);
  const certainty = certaintyOf(promised, rules.rule, body);
  return certainty === "fine"
    ? []
    : [flaw(promised, pointer, describeRule(rules.rule, body), certainty === "narrower")];
}

const best = (found: BodyIncompatibility[][]): BodyIncompatibility[] =>
  found.toSorted((one, other) => one.length - other.length)[0] ?? [];

function flaw(promised: PromisedValue, pointer: string, relied: string, isWarning = false): BodyIncompatibility {
  const { requirement } = promised;
  return {
    pointer,
    relied,
    promised: isWarning ? `${promised.says}, and no more than that` : promised.says,
    ...(requirement ? { requirement } : {}),
    ...(isWarning ? { isWarning } : {}),
  };
}

/** The matchers under which the names of an object's fields are examples too. */
const anyNames = ["values", "eachKey", "each-key", "eachValue", "each-value"];

function objectFlaws(
  promised: PromisedValue,
  body: Record<string, unknown>,
  rules: RulePlace,
  pointer: string,
): BodyIncompatibility[] {
  if (promised.types?.includes("object") === false) return [flaw(promised, pointer, "an object")];
  if (rules.rule.matchers.some(({ match }) => anyNames.includes(match))) return [];
  const fields = Object.entries(body).map(([name, value]) => ({ name, value, rules: rules.under(name) }));
  const pinned = fields.filter((one) => one.rules.rule.matchers.every(({ match }) => match === "equality"));
  const settled = promised.given(Object.fromEntries(pinned.map(({ name, value }) => [name, value])));
  return fields.flatMap(({ name, value, rules: own }) => {
    const place = pointer + pointerOf([name]);
    const field = settled.field(name);
    const missing = missingness(settled, field, name);
    if (missing) return [{ ...flaw(field ?? settled, place, "this field"), promised: missing }];
    return field ? checkValue(field, value, own, place) : [];
  });
}

/** What is promised of a field that is documented and not required. */
export const mayBeLeftOut = "it as a field that may be left out";

/** Why a field cannot be relied on to be there; undefined where it can. */
function missingness(holder: PromisedValue, field: PromisedValue | undefined, name: string): string | undefined {
  if (!field) return holder.isShown ? "no such field" : "no field here: what stands here is not shown";
  if (field.absentUnless) return `it only with ${field.absentUnless}`;
  if (field.absentUnless === "") return "that it is absent";
  return holder.requires(name) ? undefined : mayBeLeftOut;
}

function listFlaws(promised: PromisedValue, body: unknown[], rules: RulePlace, pointer: string): BodyIncompatibility[] {
  if (promised.types?.includes("array") === false) return [flaw(promised, pointer, "an array")];
  const { matchers } = rules.rule;
  const variants = matchers.flatMap((one) => (Array.isArray(one.variants) ? (one.variants as unknown[]) : []));
  if (variants.length > 0) return variants.flatMap((one) => variantFlaws(promised, body, one, pointer));
  const least = matchers.some(isOfType)
    ? matchers.reduce((most, { min }) => Math.max(most, Number(min ?? 0)), 0)
    : body.length;
  if (least > promised.mostItems) return [flaw(promised, pointer, `an array of ${least} or more`)];
  return body.flatMap((value, index) =>
    checkValue(promised.item, value, rules.under(index), pointer + pointerOf([index])),
  );
}

/** One of the items that a list must contain, with rules of its own. */
function variantFlaws(
  promised: PromisedValue,
  body: unknown[],
  variant: unknown,
  pointer: string,
): BodyIncompatibility[] {
  const { index, rules } = isRecord(variant) ? variant : {};
  const place = RulePlace.root(readRules({ body: rules ?? {} }).body);
  return checkValue(promised.item, body[Number(index ?? 0)], place, pointer + pointerOf([Number(index ?? 0)]));
}

/** Keeps one finding of each kind in lists, where every item shows the same. */
export function distinct(flaws: BodyIncompatibility[]): BodyIncompatibility[] {
  const key = ({ pointer, relied }: BodyIncompatibility): string =>
    `${pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${relied}`;
  return [...new Map(flaws.toReversed().map((one) => [key(one), one])).values()].toReversed();
}

/** Whether anything of a body is relied on: a name, or a value that is not simply any. */
export const isRelied = (body: unknown, rules: RulePlace): boolean =>
  typeOf(body) === "object" || typeOf(body) === "array"
    ? Object.keys(body as object).length > 0
    : body !== "" && !rules.rule.matchers.every(({ match, value }) => match === "include" && value === "");
