import { fieldsOf, isRecord } from "../../../base/json.ts";
import { valueAt } from "../../../base/pointer.ts";
import type { Operation } from "../../../specs/operations.ts";
import { dataOf, type ExchangeView, pathParameters, readQuery } from "../../../suites/rules/exchange-view.ts";
import { rulesFor } from "../../../suites/rules/rules.ts";
import type { HttpInteraction, MatchingRule, PactRequest, PactResponse } from "../../pact/interaction.ts";
import type { Incompatibility } from "../incompatibility.ts";
import { ruledExamples } from "./named-rules.ts";
import { RulePlace } from "./rule-tree.ts";

/** The rules of one exchange that speak of what an answer holds, beside a filter, an order or another header; no state can bring about what breaks them. */
const relied = new Set(
  "CALL-6 CALL-8 CALL-9 CLI-6 CLI-7 CLI-8 CLI-9 RES-6 RES-7 ACT-7 SRV-4 RATE-2 RATE-6 RATE-7".split(" "),
);

/** Checks the values that a consumer expects exactly against each other and against what it asks for. */
export function checkRules(operation: Operation, { request, response }: HttpInteraction): Incompatibility[] {
  // A value of a state replaces the example, so the example shows nothing.
  const { path, query, body } = request.expressions;
  if (path !== undefined || Object.keys({ ...query, ...body }).length > 0) return [];
  const view = exactView(operation, request, response);
  return rulesFor(operation.id)
    .filter(({ id }) => relied.has(id))
    .flatMap(({ id, check }) =>
      (check(view) ?? [])
        .filter(({ pointer }) => valueAt(view.body, pointer) !== undefined)
        .map(({ pointer, found, expected }) => ({
          part: id.startsWith("RATE-") ? "response.header" : "response.body",
          pointer,
          relied: found,
          promised: expected,
          requirement: id,
        })),
    );
}

/** An interaction as rules look at an exchange, with what is sent and expected exactly and nothing else. */
function exactView(operation: Operation, request: PactRequest, response: PactResponse): ExchangeView {
  const body = exactly(response.body?.content, RulePlace.root(response.rules.body)) ?? {};
  const path = request.rules.path ? {} : pathParameters(operation.path, request.path);
  const query = Object.entries(request.query).filter(([name]) => !Object.hasOwn(request.rules.query ?? {}, name));
  const { record, ...lists } = dataOf(response.status, body);
  const isNamed = record?.id !== undefined && Object.keys(path).length > 0;
  return {
    operation,
    path,
    input: { ...readQuery(query), ...fieldsOf(exactly(request.body?.content, RulePlace.root(request.rules.body))) },
    status: response.status,
    headers: exactHeaders(response),
    body,
    isBodyShown: true,
    ...lists,
    ...(isNamed ? { record } : {}),
  };
}

const isExact = ({ matchers }: MatchingRule): boolean => matchers.every(({ match }) => match === "equality");

/** The parts of a value that are expected exactly; undefined where it is an example of others, as the items of a list are that may have any number of them. */
function exactly(value: unknown, rules: RulePlace): unknown {
  if (Array.isArray(value))
    return isExact(rules.rule) ? value.map((item, index) => exactly(item, rules.under(index))) : undefined;
  if (!isRecord(value)) return isExact(rules.rule) ? value : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [name, exactly(content, rules.under(name))]),
  );
}

const exactHeaders = ({ headers, rules }: PactResponse): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, values]) =>
      ruledExamples(rules.header, name, values)
        .filter(({ rule }) => isExact(rule))
        .map(({ example }) => [name.toLowerCase(), example]),
    ),
  );
