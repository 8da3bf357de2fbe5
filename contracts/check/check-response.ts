import type { Operation } from "../../specs/operations.ts";
import type { Slot } from "../../specs/schemas.ts";
import type { Body, HttpInteraction, Rules } from "../pact/interaction.ts";
import { checkHeaders } from "./check-headers.ts";
import { checkValue, distinct, isRelied } from "./expected-fields.ts";
import { documentedStatus, undocumentedStatus } from "./expected-status.ts";
import type { Incompatibility } from "./incompatibility.ts";
import { openRequirementAt } from "./open-requirements.ts";
import { promisedBody } from "./promised-body.ts";
import type { PromisedValue } from "./promised-value.ts";
import { RulePlace } from "./rule-tree.ts";
import { describeRule } from "./rule-wording.ts";

/** Holds the answer that a consumer relies on against those that are documented for an operation. */
export function checkResponse(operation: Operation, { request, response }: HttpInteraction): Incompatibility[] {
  const status = documentedStatus(operation, response);
  if (status === undefined) return [undocumentedStatus(operation, response)];
  const query = Object.fromEntries(Object.entries(request.query).map(([name, [value]]) => [name, value]));
  const slot: Slot = { direction: "response", part: "body", status, query };
  return [
    ...checkHeaders(operation, response, status),
    ...checkExpectedBody(operation, slot, response.body, response.rules).map((one) => ({
      part: "response.body",
      ...one,
    })),
  ];
}

/** Holds a body that a consumer relies on against its schema; where none is shown, nothing can be relied on. */
export function checkExpectedBody(
  operation: Operation,
  slot: Slot,
  body: Body | undefined,
  rules: Rules,
): Omit<Incompatibility, "part">[] {
  const place = RulePlace.root(rules.body);
  const content = body?.content;
  if (content === undefined || content === null || content === "" || !isRelied(content, place)) return [];
  const promised = promisedBody(operation, slot);
  const status = slot.status === undefined ? undefined : Number(slot.status);
  if (promised.names.length > 0) return namesFlaws(promised, content, place);
  if (!promised.isKnown) {
    const requirement = openRequirementAt(operation, "", status) ?? operation.requirement;
    const relied = { pointer: "", relied: "a body", promised: "none: the body is not shown" };
    return [{ ...relied, ...(requirement ? { requirement } : {}) }];
  }
  return distinct(checkValue(promised, content, place)).map((one) => {
    const opening = one.relied === "this field" ? openRequirementAt(operation, one.pointer, status) : undefined;
    return opening ? { ...one, requirement: opening } : one;
  });
}

/** A body of unknown shape that names codes: a text that holds one of them can be relied on, and nothing else. */
function namesFlaws(promised: PromisedValue, content: unknown, { rule }: RulePlace): Omit<Incompatibility, "part">[] {
  const texts = rule.matchers.map(({ value, regex }) => String(value ?? regex ?? ""));
  const isNamed = texts.every((text) => promised.names.some((name) => text.includes(name)));
  if (typeof content === "string" && isNamed) return [];
  const relied = typeof content === "string" ? describeRule(rule, content) : "the shape of the body";
  const told = `a body of unknown shape with one of ${promised.names.join(", ")} somewhere in it`;
  return [
    { pointer: "", relied, promised: told, ...(promised.requirement ? { requirement: promised.requirement } : {}) },
  ];
}
