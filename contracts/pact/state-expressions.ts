import { Violation } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import type { Sent } from "../verify/replay.ts";
import type { Values } from "../verify/states.ts";
import type { Expressions } from "./interaction.ts";

/** Reads the generators of a request, as far as provider states feed them; others are Pact's own affair. */
export function readExpressions(generators: unknown): Expressions {
  const parts = isRecord(generators) ? generators : {};
  const under = (...names: string[]): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const part = parts[name];
        if (!isRecord(part)) return [];
        const places = "type" in part ? { "": part } : part;
        return Object.entries(places).flatMap(([place, one]): [string, string][] =>
          isRecord(one) && one.type === "ProviderState" ? [[place, String(one.expression)]] : [],
        );
      }),
    );
  const [path] = Object.values(under("path"));
  return {
    ...(path === undefined ? {} : { path }),
    query: under("query"),
    header: under("header", "headers"),
    body: under("body"),
  };
}

/** Puts values in the place of a request's examples. */
export function fill(sent: Sent, { path, query, header, body }: Expressions, values: Values): Sent {
  const url = new URL(sent.url, "http://127.0.0.1");
  if (path !== undefined) url.pathname = textOf(path, values);
  // A place may be the first of several values of a name; here each name has one.
  for (const [place, one] of Object.entries(query)) url.searchParams.set(nameAt(place), textOf(one, values));
  const headers = Object.entries(header).map(([place, one]) => [nameAt(place).toLowerCase(), textOf(one, values)]);
  return {
    ...sent,
    url: url.pathname + url.search,
    headers: { ...sent.headers, ...(Object.fromEntries(headers) as Sent["headers"]) },
    body: Object.keys(body).length > 0 ? fillBody(sent.body, body, values) : sent.body,
  };
}

const nameAt = (place: string): string => place.replace(/^\$\.|^\$\['|'\]$|\[\d+\]$/g, "");

function fillBody(text: string, expressions: Expressions["body"], values: Values): string {
  const whole = { $: JSON.parse(text) as unknown };
  for (const [place, expression] of Object.entries(expressions)) {
    const steps = [...place.matchAll(/\$|[^.[\]']+/g)].map(([step]) => step);
    put(whole, steps, valueOf(expression, values));
  }
  return JSON.stringify(whole.$);
}

/** Sets the value at the end of some steps; a step of * goes to every item. */
function put(holder: unknown, [step = "", ...rest]: string[], value: unknown): void {
  if (typeof holder !== "object" || holder === null) return;
  for (const key of step === "*" ? Object.keys(holder) : [step]) {
    if (rest.length === 0) Object.assign(holder, { [key]: value });
    else put((holder as Record<string, unknown>)[key], rest, value);
  }
}

/** The value of an expression: of one name alone as it is told, and text otherwise. */
function valueOf(expression: string, values: Values): unknown {
  const alone = /^\$\{(\w+)\}$/.exec(expression)?.[1];
  return alone === undefined ? textOf(expression, values) : known(alone, values);
}

const textOf = (expression: string, values: Values): string =>
  expression.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(known(name, values)));

function known(name: string, values: Values): unknown {
  if (values[name] === undefined)
    throw new Violation(`no state tells \${${name}}; there are ${Object.keys(values).join(", ") || "no values"}`);
  return values[name];
}
