import { fieldsOf } from "../base/json.ts";
import type { Operation } from "../specs/operations.ts";
import { noIds, oddBodies, oddities, oddJson, pick, rawSegments, rawTexts } from "./value-classes.ts";

/** One mistake in a request that is otherwise right: where, and what stands there; `undefined` leaves the place out. */
export interface Mistake {
  operation: string;
  part: "path" | "query" | "body" | "raw" | "header";
  name: string;
  value: unknown;
}

/** Values of a header in place of the documented media type. */
const mediaTypes = [undefined, "text/plain", "*/*"];

/** Every mistake that can be made in a request for an operation: first one at each place, then a second at each, and so on. */
export function mistakesWith({ id, parameters, body, method }: Operation): Mistake[] {
  const at = (part: Mistake["part"], name: string, wrong: readonly unknown[]): Mistake[] =>
    wrong.map((value) => ({ operation: id, part, name, value }));
  const names = (place: string) =>
    parameters.filter((parameter) => parameter.in === place).map((parameter) => parameter.name);
  const fields = Object.keys(body?.schema.properties ?? {});
  const byPlace: Mistake[][] = [
    ...names("path").map((name) => at("path", name, noIds)),
    ...names("query").map((name) =>
      at("query", name, [undefined, ...oddities, ...(name === "page" ? [largePage] : [])]),
    ),
    ...fields.map((name) => at("body", name, [...oddJson, ...(name === "page" ? [largePage] : [])])),
    ...(body || method !== "GET" ? [at("raw", "", oddBodies)] : []),
    ...["Accept", "Content-Type"].map((name) => at("header", name, mediaTypes)),
  ];
  const longest = Math.max(...byPlace.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    byPlace.flatMap((mistakes) => mistakes.slice(turn, turn + 1)),
  ).flat();
}

/** Mistakes that stand in the address as they are, without an escape: each in a path, and so many by turns in each parameter of the query. */
export const unescapedMistakes = ({ id, parameters }: Operation, turns: number): Mistake[] =>
  parameters.flatMap(({ name, in: place }, index): Mistake[] => {
    if (place !== "path" && place !== "query") return [];
    const texts = Array.from({ length: turns }, (_, turn) => pick(rawTexts, index + turn));
    return (place === "path" ? rawSegments : texts).map((value) => ({ operation: id, part: place, name, value }));
  });

/** A page so far on that where it begins is beyond what 32 bits hold. */
const largePage = 2_000_000_000;

/** Kinds of mistakes that servers stumble over more often than over others. */
const kinds: ((mistake: Mistake, schema: Record<string, unknown>) => boolean)[] = [
  ({ part, value }) => part === "path" && value === "abc",
  ({ value }, { format }) => /date/.test(String(format)) && value === "2026-02-30",
  ({ name, value }) => name === "page" && String(value) === "-1",
  ({ value }, { type }) => type === "array" && JSON.stringify(value) === '["unknown"]',
];

/** Every mistake that can be made in a request for an operation, those that servers stumble over most often first. */
export function byLikelihood(operation: Operation): Mistake[] {
  const all = mistakesWith(operation);
  const farOn = all.filter(({ value }) => value === largePage);
  return [...new Set([...commonOf(all, operation), ...farOn, ...all])];
}

/** The first mistake of each kind that can be made in a request for an operation; in a header, where there is nothing else to mistake. */
export const commonMistakes = (operation: Operation): Mistake[] => commonOf(mistakesWith(operation), operation);

function commonOf(all: readonly Mistake[], operation: Operation): Mistake[] {
  const schemaOf = ({ part, name }: Mistake): Record<string, unknown> =>
    operation.parameters.find((parameter) => parameter.in === part && parameter.name === name)?.schema ??
    fieldsOf(fieldsOf(operation.body?.schema.properties)[name]);
  const common = kinds.flatMap((isOfKind) => all.find((mistake) => isOfKind(mistake, schemaOf(mistake))) ?? []);
  return common.length > 0 ? common : all.slice(0, 1);
}
