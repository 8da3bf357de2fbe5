import { isRecord } from "../../base/json.ts";
import type { Body, Interaction, State } from "./interaction.ts";
import { readRules, Unreadable } from "./matching-rules.ts";
import { readExpressions } from "./state-expressions.ts";

type Written = Record<string, unknown>;

/** Reads one interaction of any version; what is wrong with it makes it unreadable, and touches no other. */
export function readInteraction(written: unknown, index: number, version: number, isMessage = false): Interaction {
  const name = isRecord(written) && typeof written.description === "string" ? written.description : "";
  const common = { index, description: name || `interaction ${index + 1}`, states: [], requirements: [] };
  try {
    if (!isRecord(written)) throw new Unreadable("this is no object");
    if (!name) throw new Unreadable("description: it is missing");
    const known = {
      ...common,
      states: readStates(written),
      requirements: readRequirements(written, name),
      ...(written.pending === true ? { isPending: true as const } : {}),
    };
    const usual = isMessage ? "Asynchronous/Messages" : version < 4 ? "Synchronous/HTTP" : "nothing";
    const type = String(written.type ?? usual);
    if (type === "Synchronous/HTTP") return { kind: "http", ...known, ...readExchange(written, version) };
    if (type === "Asynchronous/Messages") return { kind: "message", ...known, ...readMessage(written, version) };
    throw new Unreadable(`type: ${type} is neither Synchronous/HTTP nor Asynchronous/Messages`);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: "unreadable", ...common, problem: error.message };
  }
}

function readExchange(written: Written, version: number) {
  const request = recordAt(written, "request");
  const response = recordAt(written, "response");
  if (typeof request.method !== "string") throw new Unreadable("request.method: it is missing");
  if (typeof request.path !== "string") throw new Unreadable("request.path: it is missing");
  const status = response.status ?? 200;
  if (typeof status !== "number" || !Number.isInteger(status) || status < 100 || status > 599)
    throw new Unreadable("response.status: this is no status");
  const requestHeaders = lists(request.headers, "request.headers");
  const responseHeaders = lists(response.headers, "response.headers");
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

function readMessage(written: Written, version: number) {
  const metadata = written.metadata ?? written.metaData ?? {};
  if (!isRecord(metadata)) throw new Unreadable("metadata: this is no object");
  return { metadata, ...readBody(written, "contents", version), rules: readRules(written.matchingRules) };
}

function readStates(written: Written): State[] {
  const list = written.providerStates ?? written.providerState ?? written.provider_state ?? [];
  const states = (Array.isArray(list) ? list : [list]) as unknown[];
  return states.map((state) => {
    if (typeof state === "string") return { name: state, params: {} };
    if (!isRecord(state) || typeof state.name !== "string") throw new Unreadable("providerStates: a state has no name");
    return { name: state.name, params: isRecord(state.params) ? state.params : {} };
  });
}

/** The requirement ids in the comment `requirements` (version 4), or in brackets at the description's end. */
function readRequirements(written: Written, description: string): string[] {
  const comment = isRecord(written.comments) ? written.comments.requirements : undefined;
  const text = comment === undefined ? (/\[([^\]]*)\]\s*$/.exec(description)?.[1] ?? "") : [comment].flat().join(" ");
  return text.match(/\b[A-Z]+-\d+\b/g) ?? [];
}

function readQuery(query: unknown): Record<string, string[]> {
  if (typeof query !== "string") return lists(query, "request.query");
  const pairs = new URLSearchParams(query);
  return Object.fromEntries([...pairs.keys()].map((name) => [name, pairs.getAll(name)]));
}

/** Values by name, each a list; a single one is a list of one. */
function lists(value: unknown, where: string): Record<string, string[]> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw new Unreadable(`${where}: this is no object`);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, [one].flat().map(String)]));
}

/** A body; version 4 wraps it in an object with content, contentType and encoded. */
function readBody(holder: Written, key: string, version: number, headers = {}): { body?: Body } {
  const written = holder[key];
  if (written === undefined || written === null) return {};
  const named = Object.entries<string[]>(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1][0];
  if (version < 4) return { body: oldBody(written, named ?? "application/json") };
  if (!isRecord(written)) throw new Unreadable(`${key}: this is no object with content and contentType`);
  if (!("content" in written)) return {};
  const contentType = String(written.contentType ?? named ?? "application/json");
  const isEncoded = written.encoded === true || /^base64$/i.test(String(written.encoded));
  if (!isEncoded) return { body: { content: written.content, contentType } };
  const text = Buffer.from(String(written.content), "base64").toString("utf8");
  return { body: { content: isJson(contentType) ? parsed(text, key) : text, contentType } };
}

/** A body as versions before 4 write it: some libraries write a JSON document as text. */
function oldBody(written: unknown, contentType: string): Body {
  const isDocument = typeof written === "string" && /^\s*[{[]/.test(written) && isJson(contentType);
  try {
    return { content: isDocument ? (JSON.parse(written) as unknown) : written, contentType };
  } catch {
    return { content: written, contentType };
  }
}

const isJson = (contentType: string): boolean => /[/+]json\s*(;|$)/i.test(contentType);

function parsed(text: string, key: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Unreadable(`${key}: its base64 content is no JSON`);
  }
}

function recordAt(written: Written, key: string): Written {
  const value = written[key];
  if (!isRecord(value)) throw new Unreadable(`${key}: it is missing`);
  return value;
}
