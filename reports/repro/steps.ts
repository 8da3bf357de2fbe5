import { readUrl } from "../../base/files/read-url.ts";
import { parseJson } from "../../base/json.ts";
import { pointerOf } from "../../base/pointer.ts";
import { resetPath } from "../../harness/control/control-calls.ts";
import { credentialNames } from "../../harness/target.ts";
import type { ControlEntry, ExchangeEntry, RecordedExchange } from "../../record/journal.ts";
import { describe } from "../../record/story/describe.ts";
import type { Happening } from "../../record/story/history.ts";
import { type CarriedValue, hereDocument, quoted, secretsIn, shellWord } from "./shell-words.ts";

/** The prefix of secrets that belong to the world before the present one. */
const earlier = "EARLIER_";

/** The variables that stand for tokens, those of an earlier world included. */
const tokens: ReadonlySet<string> = new Set(
  credentialNames.flatMap((name) => [name.toUpperCase(), earlier + name.toUpperCase()]),
);

/** Facts of a run for a script: the addresses of the target, by the names of their variables. */
export interface ScriptFacts {
  urls: Readonly<Record<string, string>>;
  /** The exchanges whose responses are compared with those of the run. */
  compared: ReadonlySet<string>;
  /** The exchange whose status shows the failure, where one does; every other step must have the status that it had. */
  judged?: string | undefined;
}

/** The steps of a script, and the variables that they use. */
export interface ScriptSteps {
  lines: string[];
  variables: ReadonlySet<string>;
}

/** The steps of a story as lines of a script. Happenings that are alike are a loop. */
export function stepsOf(groups: readonly Happening[][], facts: ScriptFacts): ScriptSteps {
  const carried = carriedBetween(groups.flat());
  const variables = new Set<string>();
  const lines = groups.flatMap((group) => {
    const [first] = group;
    if (!first || first.kind === "arrival" || (first.kind === "control" && first.path === resetPath)) return [];
    const step = first.kind === "control" ? controlStep(first) : requestStep(first, facts, carried, variables);
    const heading = `echo ${quoted(describe(first).replace(/ → \d+$/, ""))}`;
    const repeated = group.length > 1 ? [`for turn in $(seq ${group.length}); do`, ...step, "done"] : step;
    return [heading, ...repeated, ...comparison(group, facts), ...takenFrom(group, carried), ""];
  });
  return { lines, variables };
}

/** Compares the last answer of a group with what it was. */
function comparison(group: readonly Happening[], { compared }: ScriptFacts): string[] {
  const last = group.at(-1);
  return last?.kind === "exchange" && compared.has(last.id) ? [`compare ${hereDocument(last.response.body)}`] : [];
}

const controlStep = ({ path, body }: ControlEntry): string[] => [
  `control ${path} ${quoted(JSON.stringify(body))} > /dev/null`,
];

function requestStep(
  { id, request, response }: ExchangeEntry,
  { urls, judged }: ScriptFacts,
  carried: readonly Carried[],
  variables: Set<string>,
): string[] {
  const { all, trusted } = variablesOf(request, urls);
  for (const name of all) variables.add(name);
  const words = [
    "send",
    `-X ${request.method}`,
    ...request.headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`, tokens)}`),
    ...(request.body === undefined ? [] : [`--data-raw ${shellWord(request.body, tokens)}`]),
    // Nothing of a record is an option of curl, or a file that it reads.
    `--url ${urlWord(request.url, urls, carried)}`,
  ];
  const sent = words.join(" \\\n  ");
  return id === judged ? [sent] : [sent, ["expect", response.status, ...trusted].join(" ")];
}

/** The variables that a request takes: the address of the target, and tokens. */
export function variablesOf(request: ExchangeEntry["request"], urls: ScriptFacts["urls"]) {
  const texts = [request.url, request.body ?? "", ...request.headers.map(([, value]) => value)];
  const secrets = texts.flatMap((text) => secretsIn(text, tokens));
  const namesOf = (found: typeof secrets) => [
    ...new Set([...surfaceOf(request.url, urls).slice(0, 1), ...found.map(({ name }) => name)]),
  ];
  // A near miss of a token is refused, whichever target the token is of.
  return { all: namesOf(secrets), trusted: namesOf(secrets.filter(({ isExact }) => isExact)) };
}

/** The variables of the request that shows a failure of which no step before has shown that they are of the target. */
export function unprovenIn(
  groups: readonly Happening[][],
  shown: RecordedExchange,
  urls: ScriptFacts["urls"],
): string[] {
  const proven = new Set(
    groups
      .flat()
      .flatMap((happening) => (isProof(happening, shown) ? variablesOf(happening.request, urls).trusted : [])),
  );
  return variablesOf(shown.request, urls).trusted.filter((name) => !proven.has(name));
}

const isProof = (happening: Happening, shown: RecordedExchange): happening is ExchangeEntry =>
  happening.kind === "exchange" && happening.id !== shown.id && happening.response.status !== 401;

/** The variable of the address that a request goes to, and what it stood for. */
const surfaceOf = (url: string, urls: ScriptFacts["urls"]): [variable: string, address: string] | [] => {
  const [found] = Object.entries(urls)
    .filter(([, address]) => url.startsWith(address))
    .toSorted(([, a], [, b]) => b.length - a.length);
  return found ? [found[0].toUpperCase(), found[1]] : [];
};

/** An address as a shell word: the target's own part is a variable, and so is what an earlier answer gave. */
function urlWord(url: string, urls: ScriptFacts["urls"], carried: readonly Carried[]): string {
  const [variable, prefix = ""] = surfaceOf(url, urls);
  const rest = url.slice(prefix.length);
  const value = carried.find(({ value: held }) => rest.includes(encodeURIComponent(held)));
  const [before = "", after = ""] = value ? rest.split(encodeURIComponent(value.value)) : [rest];
  const words = [
    variable ? `"$${variable}"` : "",
    before && shellWord(before, tokens),
    value ? `"$(encoded "$${value.variable}")"` : "",
    after && shellWord(after, tokens),
  ];
  return words.filter(Boolean).join("");
}

/** A carried value, with the exchange that gives it and where. */
interface Carried extends CarriedValue {
  from: ExchangeEntry;
  pointer: string;
}

/** As long as a value must be so that it is not in two messages by chance. */
const shortest = 8;

/** The values of later requests' queries that earlier responses gave. */
function carriedBetween(happenings: readonly Happening[]): Carried[] {
  const exchanges = happenings.filter((happening) => happening.kind === "exchange");
  const carried: Carried[] = [];
  for (const [index, { request }] of exchanges.entries())
    for (const value of readUrl(request.url).searchParams.values()) {
      if (value.length < shortest || carried.some((known) => known.value === value)) continue;
      for (const from of exchanges.slice(0, index)) {
        const pointer = placeOf(parseJson(from.response.body), value);
        if (pointer === undefined) continue;
        carried.push({ value, variable: `given_${carried.length + 1}`, from, pointer });
        break;
      }
    }
  return carried;
}

const takenFrom = (group: readonly Happening[], carried: readonly Carried[]): string[] =>
  carried
    .filter(({ from }) => group.includes(from))
    .map(({ variable, pointer }) => `${variable}=$(at ${quoted(pointer)} < "$folder/body")`);

/** The pointer of a string in a document. */
function placeOf(document: unknown, value: string, path: (string | number)[] = []): string | undefined {
  if (document === value) return pointerOf(path);
  if (typeof document !== "object" || document === null) return undefined;
  for (const [key, inner] of Object.entries(document)) {
    const found = placeOf(inner, value, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
