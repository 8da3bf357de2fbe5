import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../base/json.ts";
import { pointerOf } from "../../base/pointer.ts";
import { describeSchema } from "../../base/text/sentences.ts";
import { documentedStatus } from "../../contracts/check/response/expected-status.ts";
import { ruledExamples } from "../../contracts/check/rules/named-rules.ts";
import { isOfType, RulePlace } from "../../contracts/check/rules/rule-tree.ts";
import { describeRule } from "../../contracts/check/rules/rule-wording.ts";
import { accepts, typeOf } from "../../contracts/check/values/accepted-values.ts";
import { maxItems, minItems } from "../../contracts/check/values/item-counts.ts";
import { promisedBody, promisedBySchema } from "../../contracts/check/values/promised-body.ts";
import type { PromisedValue } from "../../contracts/check/values/promised-value.ts";
import { samplesOf } from "../../contracts/check/values/sample-values.ts";
import type { HttpInteraction, MessageInteraction, PactResponse } from "../../contracts/pact/interaction.ts";
import type { Operation } from "../../specs/operations.ts";
import { answerTo, type Slot } from "../../specs/schemas.ts";
import type { Break } from "./breaks.ts";

/** Finds where a consumer takes every value that the old version promises, and not every value that the new one does; a contract that asks for fewer than all is left alone. */
export function findWidenedValues(
  interaction: HttpInteraction | MessageInteraction,
  old: Operation,
  fresh: Operation,
): Break[] {
  const { part, received, slot } = receivedIn(interaction, old);
  if (!slot) return [];
  const headers = interaction.kind === "http" ? widenedHeaders(interaction.response, slot, old, fresh) : [];
  const content = received.body?.content;
  if (content === undefined) return headers;
  const promises = { old: [promisedBody(old, slot)], new: [promisedBody(fresh, slot)] };
  const found = widenedIn(promises, content, RulePlace.root(received.rules.body), "");
  // Of the items of a list, which all show the same, one is enough.
  const distinct = new Map(
    found.map((widened) => [`${widened.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${widened.says}`, widened]),
  );
  return [...headers, ...[...distinct.values()].map((widened) => ({ part, ...widened }))];
}

/** The headers that a consumer took whatever their value, and no longer does; they are texts. */
function widenedHeaders(response: PactResponse, { status }: Slot, old: Operation, fresh: Operation): Break[] {
  const promisedBy = (operation: Operation, name: string): Promises =>
    (answerTo(operation, status ?? response.status)?.headers ?? [])
      .filter((header) => header.name.toLowerCase() === name)
      .map(({ schema }) => promisedBySchema(schema));
  return Object.entries(response.headers).flatMap(([name, values]) => {
    const lower = name.toLowerCase();
    const promises = { old: promisedBy(old, lower), new: promisedBy(fresh, lower) };
    const found = ruledExamples(response.rules.header, name, values).flatMap(({ rule, example }) =>
      widenedValue(promises, example, { rule }, pointerOf([name]), String),
    );
    return found.map((widened) => ({ part: "response.header", ...widened }));
  });
}

/** A body that a consumer receives, and the schema that promises it. */
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

/** A break whose part is still to be named. */
type WidenedValue = Omit<Break, "part">;

/** The promises of a value, by every alternative that leads there. */
type Promises = readonly PromisedValue[];

/** The promises of a value in the two versions. */
interface PromisePair {
  old: Promises;
  new: Promises;
}

const mapPair = ({ old, new: fresh }: PromisePair, map: (promises: Promises) => Promises): PromisePair => ({
  old: map(old),
  new: map(fresh),
});

function widenedIn(promises: PromisePair, value: unknown, rules: RulePlace, pointer: string): WidenedValue[] {
  if (!isRecord(value) && !Array.isArray(value)) return widenedValue(promises, value, rules, pointer);
  const widened = [...widenedType(promises, value, rules, pointer), ...widenedCount(promises, value, rules, pointer)];
  if (widened.length > 0) return widened;
  if (Array.isArray(value)) {
    const items = mapPair(promises, (all) => all.flatMap(formsOf).map(({ item }) => item));
    return value.flatMap((item, index) => widenedIn(items, item, rules.under(index), pointer + pointerOf([index])));
  }
  const fields = Object.entries(value).map(([name, field]) => ({ name, field, own: rules.under(name) }));
  const pinned = Object.fromEntries(
    fields
      .filter(({ own }) => own.rule.matchers.every(({ match }) => match === "equality"))
      .map(({ name, field }) => [name, field]),
  );
  const settled = mapPair(promises, (all) => all.flatMap((promised) => formsGiven(promised, pinned)));
  return fields.flatMap(({ name, field, own }) => {
    const inner = mapPair(settled, (all) => all.flatMap((promised) => promised.field(name) ?? []));
    return inner.old.length > 0 && inner.new.length > 0
      ? widenedIn(inner, field, own, pointer + pointerOf([name]))
      : [];
  });
}

/** An array or an object was all that could be there, and another type can now. */
function widenedType(
  { old, new: fresh }: PromisePair,
  value: object,
  { rule }: RulePlace,
  pointer: string,
): WidenedValue[] {
  if (!rule.matchers.every((matcher) => matcher.match === "equality" || isOfType(matcher))) return [];
  const type = typeOf(value);
  const typesOf = (all: Promises) => all.flatMap(formsOf).map(({ types }) => types);
  if (!typesOf(old).every((types) => types?.every((name) => name === type))) return [];
  const others = typesOf(fresh).flatMap((types) => types?.filter((name) => name !== type) ?? ["anything"]);
  const [other] = others.map((name) => (name === "anything" ? name : describeSchema({ type: name })));
  return other
    ? [{ pointer, says: `it takes ${describeSchema({ type })}; the specification also allows ${other}` }]
    : [];
}

/** Every array had as many items as a consumer takes, and now it may have more or fewer. */
function widenedCount(
  { old, new: fresh }: PromisePair,
  value: object,
  { rule }: RulePlace,
  pointer: string,
): WidenedValue[] {
  if (!Array.isArray(value)) return [];
  const [least, most] = [minItems(rule, value), maxItems(rule, value)];
  const areTaken = (all: Promises) =>
    all.flatMap(formsOf).every((promised) => promised.fewestItems >= least && promised.maxItems <= most);
  if (old.length === 0 || !areTaken(old) || areTaken(fresh)) return [];
  return [
    { pointer, says: `it takes ${rangeText(least, most)}; the specification also allows other numbers of items` },
  ];
}

/** The number of items that an array may have, in words. */
function rangeText(least: number, most: number): string {
  if (most === 0) return "an empty array";
  return Number.isFinite(most) ? `${least} to ${most} items` : `${least} or more items`;
}

/** The forms of which one holds. */
const formsOf = (promised: PromisedValue): Promises =>
  promised.alternatives.length > 0 ? promised.alternatives : [promised];

/** The forms that are left once some fields are known to have certain values. */
const formsGiven = (promised: PromisedValue, pinned: Readonly<Record<string, unknown>>): Promises =>
  formsOf(promised.given(pinned)).filter((form) =>
    Object.entries(pinned).every(
      ([name, value]) => isRecord(value) || Array.isArray(value) || form.field(name)?.fits(value) !== false,
    ),
  );

function widenedValue(
  promises: PromisePair,
  example: unknown,
  { rule }: Pick<RulePlace, "rule">,
  pointer: string,
  asSent: (value: unknown) => unknown = (value) => value,
): WidenedValue[] {
  const samples = (all: Promises): unknown[] => all.flatMap(samplesOf).map(asSent);
  const [before, after] = [samples(promises.old), samples(promises.new)];
  if (before.length === 0 || !before.every((sample) => accepts(rule, example, sample))) return [];
  const unexpected = after.find(
    (sample) => !before.some((known) => isDeepStrictEqual(known, sample)) && !accepts(rule, example, sample),
  );
  if (unexpected === undefined) return [];
  const says = `it takes ${describeRule(rule, example)}; the specification also allows ${JSON.stringify(unexpected)}`;
  return [{ pointer, says }];
}
