import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../base/json.ts";
import { pointerOf } from "../../base/pointer.ts";
import { accepts } from "../../contracts/check/accepted-values.ts";
import { ruleOf } from "../../contracts/check/check-headers.ts";
import { documentedStatus } from "../../contracts/check/expected-status.ts";
import { promisedBody, promisedBySchema } from "../../contracts/check/promised-body.ts";
import type { PromisedValue } from "../../contracts/check/promised-value.ts";
import { RulePlace } from "../../contracts/check/rule-tree.ts";
import { describeRule } from "../../contracts/check/rule-wording.ts";
import { samplesOf } from "../../contracts/check/sample-values.ts";
import type { HttpInteraction, MessageInteraction, PactResponse } from "../../contracts/pact/interaction.ts";
import type { Operation } from "../../specs/operations.ts";
import { answerTo, type Slot } from "../../specs/schemas.ts";
import type { Break } from "./breaks.ts";

/** The places where a consumer takes every value that the old version promises, and not every one that the new does; a contract alone may ask for fewer than all. */
export function widenedFor(
  interaction: HttpInteraction | MessageInteraction,
  old: Operation,
  fresh: Operation,
): Break[] {
  const { part, received, slot } = receivedIn(interaction, old);
  if (!slot) return [];
  const headers = interaction.kind === "http" ? headersIn(interaction.response, slot, old, fresh) : [];
  const content = received.body?.content;
  if (content === undefined) return headers;
  const found = walk(
    [promisedBody(old, slot)],
    [promisedBody(fresh, slot)],
    content,
    RulePlace.root(received.rules.body),
    "",
  );
  const unlisted = new Map(found.map((one) => [`${one.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${one.says}`, one]));
  return [...headers, ...[...unlisted.values()].map((one) => ({ part, ...one }))];
}

/** The headers that a consumer took whatever their value, and no longer does; they are texts. */
function headersIn(response: PactResponse, { status }: Slot, old: Operation, fresh: Operation): Break[] {
  const promisedBy = (operation: Operation, name: string): Promises =>
    (answerTo(operation, status ?? response.status)?.headers ?? [])
      .filter((one) => one.name.toLowerCase() === name)
      .map(({ schema }) => promisedBySchema(schema));
  return Object.entries(response.headers).flatMap(([name, values]) => {
    const lower = name.toLowerCase();
    const [was, is] = [promisedBy(old, lower), promisedBy(fresh, lower)];
    const found = leaf(was, is, values.join(", "), { rule: ruleOf(response, lower) }, pointerOf([name]), String);
    return found.map((one) => ({ part: "response.header", ...one }));
  });
}

function receivedIn(interaction: HttpInteraction | MessageInteraction, old: Operation) {
  if (interaction.kind === "message") {
    const slot: Slot = { direction: "request", part: "body" };
    return { part: "message", received: interaction, slot };
  }
  const { request, response } = interaction;
  const status = documentedStatus(old, response);
  const query = Object.fromEntries(Object.entries(request.query).map(([name, [value]]) => [name, value]));
  const slot: Slot | undefined =
    status === undefined ? undefined : { direction: "response", part: "body", status, query };
  return { part: "response.body", received: response, slot };
}

type Place = Omit<Break, "part">;

/** What is promised of a place, by every alternative that leads there. */
type Promises = readonly PromisedValue[];

function walk(old: Promises, fresh: Promises, value: unknown, rules: RulePlace, pointer: string): Place[] {
  if (Array.isArray(value)) {
    const items = (all: Promises): Promises => all.flatMap(forms).map(({ item }) => item);
    const [before, after] = [items(old), items(fresh)];
    return value.flatMap((one, index) => walk(before, after, one, rules.under(index), pointer + pointerOf([index])));
  }
  if (!isRecord(value)) return leaf(old, fresh, value, rules, pointer);
  const fields = Object.entries(value).map(([name, one]) => ({ name, one, own: rules.under(name) }));
  const pinned = Object.fromEntries(
    fields
      .filter(({ own }) => own.rule.matchers.every(({ match }) => match === "equality"))
      .map(({ name, one }) => [name, one]),
  );
  const left = (all: Promises): Promises => all.flatMap((one) => settled(one, pinned));
  const [before, after] = [left(old), left(fresh)];
  return fields.flatMap(({ name, one, own }) => {
    const field = (all: Promises): Promises => all.flatMap((promised) => promised.field(name) ?? []);
    const [was, is] = [field(before), field(after)];
    return was.length > 0 && is.length > 0 ? walk(was, is, one, own, pointer + pointerOf([name])) : [];
  });
}

/** The forms of which one holds. */
const forms = (promised: PromisedValue): Promises =>
  promised.alternatives.length > 0 ? promised.alternatives : [promised];

/** The forms that are left once some fields are known to have certain values. */
const settled = (promised: PromisedValue, pinned: Readonly<Record<string, unknown>>): Promises =>
  forms(promised.given(pinned)).filter((one) =>
    Object.entries(pinned).every(
      ([name, value]) => isRecord(value) || Array.isArray(value) || one.field(name)?.fits(value) !== false,
    ),
  );

function leaf(
  old: Promises,
  fresh: Promises,
  example: unknown,
  { rule }: Pick<RulePlace, "rule">,
  pointer: string,
  asSent: (value: unknown) => unknown = (value) => value,
): Place[] {
  const [before, after] = [old, fresh].map((all) => all.flatMap(samplesOf).map(asSent)) as [unknown[], unknown[]];
  if (before.length === 0 || !before.every((one) => accepts(rule, example, one))) return [];
  const strange = after.find(
    (one) => !before.some((its) => isDeepStrictEqual(its, one)) && !accepts(rule, example, one),
  );
  if (strange === undefined) return [];
  const says = `it takes ${describeRule(rule, example)}; the specification also allows ${JSON.stringify(strange)}`;
  return [{ pointer, says }];
}
