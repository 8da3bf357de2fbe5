import { isRecord } from "../../base/json.ts";
import type { Expressions } from "./interaction.ts";

/** Reads the generators of a request that take values from provider states; Pact handles the others itself. */
export function readExpressions(generators: unknown): Expressions {
  const parts = isRecord(generators) ? generators : {};
  const expressionsIn = (...names: string[]): Record<string, string> =>
    Object.assign({}, ...names.map((name) => expressionsOf(parts[name])));
  const [path] = Object.values(expressionsIn("path"));
  return {
    ...(path === undefined ? {} : { path }),
    query: expressionsIn("query"),
    header: expressionsIn("header", "headers"),
    body: expressionsIn("body"),
  };
}

/** The expressions of one part, by place; a part with a single generator has it at the empty place. */
function expressionsOf(part: unknown): Record<string, string> {
  if (!isRecord(part)) return {};
  const generators = "type" in part ? { "": part } : part;
  return Object.fromEntries(
    Object.entries(generators).flatMap(([place, generator]): [string, string][] =>
      isRecord(generator) && generator.type === "ProviderState" ? [[place, String(generator.expression)]] : [],
    ),
  );
}
