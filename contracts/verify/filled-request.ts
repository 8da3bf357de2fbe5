import { Violation } from "../../base/errors.ts";
import type { Expressions } from "../pact/interaction.ts";
import type { StateValues } from "./provider-states.ts";
import type { VerifierRequest } from "./verifier-request.ts";

/** Puts the values of provider states in place of a request's examples. */
export function fillRequest(
  request: VerifierRequest,
  { path, query, header, body }: Expressions,
  values: StateValues,
): VerifierRequest {
  const url = new URL(request.url, "http://127.0.0.1");
  if (path !== undefined) url.pathname = textOf(path, values);
  // A place may be the first of several values of one name; in this API each name has one value.
  for (const [place, expression] of Object.entries(query))
    url.searchParams.set(nameAt(place), textOf(expression, values));
  const headers = Object.entries(header).map(([place, expression]): [string, string] => [
    nameAt(place).toLowerCase(),
    textOf(expression, values),
  ]);
  return {
    ...request,
    url: url.pathname + url.search,
    headers: { ...request.headers, ...Object.fromEntries(headers) },
    body: Object.keys(body).length > 0 ? fillBody(request.body, body, values) : request.body,
  };
}

const nameAt = (place: string): string => place.replace(/^\$\.|^\$\['|'\]$|\[\d+\]$/g, "");

function fillBody(text: string, expressions: Expressions["body"], values: StateValues): string {
  const document = { $: JSON.parse(text) as unknown };
  for (const [place, expression] of Object.entries(expressions)) {
    const steps = [...place.matchAll(/\$|[^.[\]']+/g)].map(([step]) => step);
    put(document, steps, valueOf(expression, values));
  }
  return JSON.stringify(document.$);
}

/** Sets the value at the end of some steps; the step `*` goes to every item. No step leads to what objects inherit, or beyond a list. */
function put(holder: unknown, [step = "", ...rest]: string[], value: unknown): void {
  if (typeof holder !== "object" || holder === null) return;
  for (const key of step === "*" ? Object.keys(holder) : [step]) {
    const isThere = Object.prototype.propertyIsEnumerable.call(holder, key);
    if (rest.length > 0 && isThere) put((holder as Record<string, unknown>)[key], rest, value);
    if (rest.length === 0 && (isThere || !Array.isArray(holder)))
      Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** The value of an expression: with one name alone it keeps its type, otherwise it is text. */
function valueOf(expression: string, values: StateValues): unknown {
  const name = /^\$\{(\w+)\}$/.exec(expression)?.[1];
  return name === undefined ? textOf(expression, values) : valueNamed(name, values);
}

const textOf = (expression: string, values: StateValues): string =>
  expression.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(valueNamed(name, values)));

function valueNamed(name: string, values: StateValues): unknown {
  if (!Object.hasOwn(values, name) || values[name] === undefined)
    throw new Violation(`no state gives \${${name}}; there are ${Object.keys(values).join(", ") || "no values"}`);
  return values[name];
}
