import type { Operation } from "../../../specs/operations.ts";
import type { Slot } from "../../../specs/schemas.ts";
import type { MatchingRules, PactBody } from "../../pact/interaction.ts";
import type { BodyIncompatibility } from "../incompatibility.ts";
import { RulePlace } from "../rules/rule-tree.ts";
import { describeRule } from "../rules/rule-wording.ts";
import { checkValue } from "./check-value.ts";
import { openRequirementAt } from "./open-requirements.ts";
import { promisedBody } from "./promised-body.ts";
import type { PromisedValue } from "./promised-value.ts";

/** Checks the body that a consumer relies on against its schema; where the specification shows none, nothing can be relied on. */
export function checkExpectedBody(
  operation: Operation,
  slot: Slot,
  body: PactBody | undefined,
  rules: MatchingRules,
): BodyIncompatibility[] {
  const place = RulePlace.root(rules.body);
  const content = body?.content;
  if (content === undefined || content === null || content === "" || !isRelied(content, place)) return [];
  const promised = promisedBody(operation, slot);
  const status = slot.status === undefined ? undefined : Number(slot.status);
  if (promised.codes.length > 0) return checkCodes(promised, content, place);
  if (!promised.isKnown) {
    const requirement = openRequirementAt(operation, "", status) ?? operation.requirement;
    const relied = { pointer: "", relied: "a body", promised: "none: the body is not shown" };
    return [{ ...relied, ...(requirement ? { requirement } : {}) }];
  }
  return withoutRepeats(checkValue(promised, content, place)).map((found) => {
    const requirement = found.code ? openRequirementAt(operation, found.pointer, status) : undefined;
    return requirement ? { ...found, requirement } : found;
  });
}

/** True if a consumer relies on anything in a body: a name, or a value other than "whatever is there". */
const isRelied = (body: unknown, { rule }: RulePlace): boolean =>
  typeof body === "object" && body !== null
    ? Object.keys(body).length > 0
    : !rule.matchers.every(({ match, value }) => match === "include" && value === "");

/** Checks a body of unknown shape that names codes: only a text with one of them in it can be relied on. */
function checkCodes(promised: PromisedValue, content: unknown, { rule }: RulePlace): BodyIncompatibility[] {
  const texts = rule.matchers.map(({ value, regex }) => String(value ?? regex ?? ""));
  const isNamed = texts.every((text) => promised.codes.some((code) => text.includes(code)));
  if (typeof content === "string" && isNamed) return [];
  return [
    {
      pointer: "",
      relied: typeof content === "string" ? describeRule(rule, content) : "the shape of the body",
      promised: `a body of unknown shape with one of ${promised.codes.join(", ")} somewhere in it`,
      ...(promised.requirement ? { requirement: promised.requirement } : {}),
    },
  ];
}

/** Keeps the first of those that the items of one array have in common. */
function withoutRepeats(found: BodyIncompatibility[]): BodyIncompatibility[] {
  const keyOf = ({ pointer, relied }: BodyIncompatibility): string =>
    `${pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${relied}`;
  const firsts = new Map<string, BodyIncompatibility>();
  for (const incompatibility of found) {
    const key = keyOf(incompatibility);
    if (!firsts.has(key)) firsts.set(key, incompatibility);
  }
  return [...firsts.values()];
}
