import { isDeeperThan, isRecord } from "../../base/json.ts";
import { readBody } from "./body-reader.ts";
import type { Interaction, ProviderState } from "./interaction.ts";
import { readRules } from "./matching-rules.ts";
import { readExpressions } from "./state-expressions.ts";
import { Unreadable } from "./unreadable.ts";

type WrittenFields = Record<string, unknown>;

/** How deep an interaction may be nested: far deeper than anybody writes, and nowhere near the end of the stack. */
export const maxLevels = 500;

/** The complaint about anything deeper. */
export const tooDeep = `nested more than ${maxLevels} levels deep`;

/** Reads one interaction of any version; what is wrong with it makes it unreadable and leaves the others alone. */
export function readInteraction(written: unknown, index: number, version: number, isMessage = false): Interaction {
  const name = isRecord(written) && typeof written.description === "string" ? written.description : "";
  const base = { index, description: name || `interaction ${index + 1}`, states: [], requirements: [] };
  try {
    if (!isRecord(written)) throw new Unreadable("expected an object");
    if (isDeeperThan(written, maxLevels)) throw new Unreadable(`it is ${tooDeep}`);
    if (!name) throw new Unreadable("description: it is missing");
    const common = {
      ...base,
      states: readStates(written),
      requirements: readRequirements(written, name),
      ...(written.pending === true ? { isPending: true as const } : {}),
    };
    const type = String(written.type ?? defaultType(version, isMessage));
    if (type === "Synchronous/HTTP") return { kind: "http", ...common, ...readExchange(written, version) };
    if (type === "Asynchronous/Messages") return { kind: "message", ...common, ...readMessage(written, version) };
    throw new Unreadable(`type: ${type} is neither Synchronous/HTTP nor Asynchronous/Messages`);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: "unreadable", ...base, problem: error.message };
  }
}

/** The type of an interaction that names none; from version 4 on, each has to. */
function defaultType(version: number, isMessage: boolean): string {
  if (isMessage) return "Asynchronous/Messages";
  return version < 4 ? "Synchronous/HTTP" : "nothing";
}

function readExchange(written: WrittenFields, version: number) {
  const request = recordAt(written, "request");
  const response = recordAt(written, "response");
  if (typeof request.method !== "string") throw new Unreadable("request.method: it is missing");
  if (typeof request.path !== "string") throw new Unreadable("request.path: it is missing");
  const status = response.status ?? 200;
  if (typeof status !== "number" || !Number.isInteger(status) || status < 100 || status > 599)
    throw new Unreadable("response.status: expected an HTTP status");
  const requestHeaders = readLists(request.headers, "request.headers");
  const responseHeaders = readLists(response.headers, "response.headers");
  return {
    request: {
      method: request.method.toUpperCase(),
      path: request.path,
      query: readQuery(request.query),
      headers: requestHeaders,
      ...readBody(request, "body", version, requestHeaders),
      rules: readRules(request.matchingRules),
      expressions: readExpressions(request.generators),
    },
    response: {
      status,
      headers: responseHeaders,
      ...readBody(response, "body", version, responseHeaders),
      rules: readRules(response.matchingRules),
    },
  };
}

function readMessage(written: WrittenFields, version: number) {
  const metadata = written.metadata ?? written.metaData ?? {};
  if (!isRecord(metadata)) throw new Unreadable("metadata: expected an object");
  return { metadata, ...readBody(written, "contents", version), rules: readRules(written.matchingRules) };
}

function readStates(written: WrittenFields): ProviderState[] {
  const list = written.providerStates ?? written.providerState ?? written.provider_state ?? [];
  const states = (Array.isArray(list) ? list : [list]) as unknown[];
  return states.map((state) => {
    if (typeof state === "string") return { name: state, params: {} };
    if (!isRecord(state) || typeof state.name !== "string") throw new Unreadable("providerStates: a state has no name");
    return { name: state.name, params: isRecord(state.params) ? state.params : {} };
  });
}

/** The requirement ids in the comment `requirements` (version 4), or in brackets at the end of the description. */
function readRequirements(written: WrittenFields, description: string): string[] {
  const comment = isRecord(written.comments) ? written.comments.requirements : undefined;
  const text = comment === undefined ? (/\[([^\]]*)\]\s*$/.exec(description)?.[1] ?? "") : [comment].flat().join(" ");
  return text.match(/\b[A-Z]+-\d+\b/g) ?? [];
}

function readQuery(query: unknown): Record<string, string[]> {
  if (typeof query !== "string") return readLists(query, "request.query");
  const pairs = new URLSearchParams(query);
  return Object.fromEntries([...pairs.keys()].map((name) => [name, pairs.getAll(name)]));
}

/** Values by name, each as a list, even where the file gives a single value. */
function readLists(value: unknown, where: string): Record<string, string[]> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw new Unreadable(`${where}: expected an object`);
  return Object.fromEntries(Object.entries(value).map(([name, values]) => [name, [values].flat().map(String)]));
}

function recordAt(written: WrittenFields, key: string): WrittenFields {
  const value = written[key];
  if (!isRecord(value)) throw new Unreadable(`${key}: it is missing`);
  return value;
}
