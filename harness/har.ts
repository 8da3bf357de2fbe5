import { UsageError } from "../base/errors.ts";
import { createLineFinder } from "../base/files/line-finder.ts";
import { readTextFile } from "../base/files/read-text.ts";
import { checkFormat } from "../base/formats/format-check.ts";
import { isRecord, maxLevels, parseJson } from "../base/json.ts";
import { pointerOf } from "../base/pointer.ts";
import type { Operation } from "../specs/operations.ts";
import { loadVersioning } from "../specs/versioning.ts";
import type { Exchange } from "./exchange.ts";

/** One entry of a HAR file (HTTP Archive 1.2), as far as it is read. */
interface HarEntry {
  startedDateTime?: string;
  time?: number;
  request?: {
    method?: string;
    url?: string;
    headers?: { name: string; value: string }[];
    postData?: { text?: string };
  };
  response?: {
    status?: number;
    headers?: { name: string; value: string }[];
    content?: { size?: number; text?: string; encoding?: string };
  };
}

/** A recorded exchange, and whether its answer's body was recorded too: browsers leave some out. */
export interface Recorded {
  exchange: Exchange;
  hasBody: boolean;
}

/** The API's part of a HAR file: its exchanges, and the number of entries that match no operation. */
export interface Recording {
  exchanges: Recorded[];
  strangers: number;
}

/** Reads a HAR file; the id of an exchange is the prefix and the number of its entry. */
export function readHar(file: string, operations: readonly Operation[], prefix = "e"): Recording {
  const exchanges: Recorded[] = [];
  let strangers = 0;
  for (const [index, entry] of entriesOf(file).entries()) {
    const recorded = recordedFrom(entry, operations, `${prefix}-${index + 1}`);
    if (recorded) exchanges.push(recorded);
    else strangers++;
  }
  return { exchanges, strangers };
}

/** The largest HAR file, in bytes: Node holds no longer text than twice that. */
const largest = 256_000_000;

/** The maximum of values of a HAR file, counted by its commas: an empty list takes twenty times as much memory as its text. */
const maxValues = 20_000_000;

function hasTooMany(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(","); at >= 0 && count <= maxValues; at = text.indexOf(",", at + 1)) count++;
  return count > maxValues;
}

function entriesOf(file: string): HarEntry[] {
  const text = readTextFile(file, { fix: "give the path of a HAR file", largest });
  if (hasTooMany(text)) throw new UsageError(`${file}: it holds more than ${maxValues / 1e6} million values; split it`);
  const har = parseJson(text);
  if (har === undefined)
    throw new UsageError(`${file}: this is not JSON of at most ${maxLevels} levels, as a HAR file is`);
  const [complaint] = checkFormat("har", har);
  // The value may be a credential.
  if (complaint) {
    const { path, what, withoutValue = what } = complaint;
    const line = createLineFinder(() => text)(file, pointerOf(path));
    const place = [`${file}${line === undefined ? "" : `:${line}`}`, ...(path.length > 0 ? [path.join(".")] : [])];
    throw new UsageError(`${place.join(": ")}: ${withoutValue}; give a file of HAR 1.2`);
  }
  return (withoutNulls(har) as { log: { entries: HarEntry[] } }).log.entries;
}

/** A value without the keys that hold nothing: some recorders write null for what they do not know. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
  );
}

function recordedFrom(entry: HarEntry, operations: readonly Operation[], id: string): Recorded | undefined {
  const { request, response, startedDateTime, time } = entry ?? {};
  const method = request?.method?.toUpperCase() ?? "";
  if (!request?.url || !URL.canParse(request.url) || !response?.status) return undefined;
  const url = new URL(request.url);
  const operation = operationOf(operations, method, url.pathname);
  if (!operation || !isOfTheApi(request.headers ?? [])) return undefined;
  const body = bodyOf(response.content ?? {});
  const sent = request.postData?.text;
  return {
    hasBody: body !== undefined,
    exchange: {
      id,
      at: startedDateTime ?? "",
      took: Math.round(time ?? 0),
      request: {
        operation,
        method,
        url: url.href,
        query: Object.fromEntries(url.searchParams),
        headers: (request.headers ?? [])
          .filter(({ name }) => /^[^:@]/.test(name))
          .map(({ name, value }) => [name, value] as const),
        ...(sent === undefined ? {} : { body: sent }),
      },
      response: {
        status: response.status,
        headers: Object.fromEntries((response.headers ?? []).map(({ name, value }) => [name.toLowerCase(), value])),
        body: body ?? "",
      },
    },
  };
}

/** True if a request may go to this API: other services have countries and cities too, but show neither its Accept nor a Bearer token. */
const isOfTheApi = (headers: readonly { name: string; value: string }[]): boolean =>
  headers.length === 0 ||
  headers.some(({ name, value }) => {
    const isAccept = /^accept$/i.test(name) && value.toLowerCase().includes(loadVersioning().accept);
    return isAccept || (/^authorization$/i.test(name) && /^\s*Bearer\b/i.test(value));
  });

/** The text of an answer; undefined where the recorder left it out, in whole or in part. */
function bodyOf({
  text,
  encoding,
  size = 0,
}: NonNullable<NonNullable<HarEntry["response"]>["content"]>): string | undefined {
  if (text === undefined || text === "") return size > 0 ? undefined : "";
  const body = encoding === "base64" ? Buffer.from(text, "base64").toString("utf8") : text;
  return size > Buffer.byteLength(body) ? undefined : body;
}

/** The operation whose path a URL ends with; where several fit, the one with the most fixed steps. */
function operationOf(operations: readonly Operation[], method: string, pathname: string): Operation | undefined {
  const steps = pathname.split("/").filter(Boolean);
  const fixedSteps = ({ path }: Operation) => path.split("/").filter((step) => step && !step.startsWith("{")).length;
  return operations
    .filter(
      (operation) => operation.method === method && operation.surface !== "webhooks" && fits(operation.path, steps),
    )
    .toSorted((a, b) => fixedSteps(b) - fixedSteps(a))[0];
}

function fits(template: string, steps: readonly string[]): boolean {
  const wanted = template.split("/").filter(Boolean);
  const last = steps.slice(-wanted.length);
  return (
    last.length === wanted.length &&
    wanted.every((step, index) => (step.startsWith("{") ? /^\d+$/.test(last[index] ?? "") : step === last[index]))
  );
}
