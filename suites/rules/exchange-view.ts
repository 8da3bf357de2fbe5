import { deepestText, readForeignJson } from "../../base/foreign-json.ts";
import { fieldsOf, isNestedDeeper, isRecord } from "../../base/json.ts";
import type { Exchange } from "../../harness/exchange.ts";
import { jsonBody } from "../../harness/http/json-body.ts";
import type { Operation } from "../../specs/operations.ts";
import { shownBy } from "./shown-by.ts";

/** One exchange as rules look at it: what was asked, and what came back. */
export interface ExchangeView {
  operation: Operation;
  /** The parameters in the path, by name. */
  path: Readonly<Record<string, string>>;
  /** True if the address is none that the specification speaks of, so that a server may refuse it in its own way before the operation is known. */
  isAddressOdd?: boolean;
  /** The query, and the fields of a JSON body; several values of one name as a list. */
  input: Readonly<Record<string, unknown>>;
  status: number;
  headers: Exchange["response"]["headers"];
  /** The body as JSON; undefined where it is not JSON. */
  body: unknown;
  /** A flaw in how the body was sent, such as "a body of more than 8 MB". */
  flaw?: string;
  /** True if the specification shows a body for this status, and the exchange was recorded with its body. */
  isBodyShown: boolean;
  /** The `data` of a successful answer, if it is a list of objects. */
  items?: Record<string, unknown>[];
  /** The `data` of a successful answer, if it is an object. */
  record?: Record<string, unknown>;
  /** The `data` of a successful answer, if it is a list of strings. */
  texts?: string[];
}

/** Views that were made already, by the exchange. */
const views = new WeakMap<Exchange, ExchangeView>();

/** Reads an exchange for the rules, once; `hasBody` is false where a recording left the body out. */
export function viewOf(exchange: Exchange, hasBody = true): ExchangeView {
  if (!hasBody) return readView(exchange, hasBody);
  const known = views.get(exchange) ?? readView(exchange, hasBody);
  views.set(exchange, known);
  return known;
}

function readView(exchange: Exchange, hasBody: boolean): ExchangeView {
  const { request, response } = exchange;
  const { operation } = request;
  const url = new URL(request.url);
  const body = jsonBody(response);
  const flaw =
    response.flaw ??
    (isNestedDeeper(response.body, deepestText) ? `JSON of more than ${deepestText} levels` : undefined);
  const path = pathParameters(operation.path, url.pathname);
  return {
    operation,
    path,
    ...(isOdd(url) || Object.values(path).includes("") ? { isAddressOdd: true } : {}),
    input: { ...queryOf(url), ...fieldsOf(readForeignJson(request.body ?? "")) },
    status: response.status,
    headers: response.headers,
    body,
    ...(flaw ? { flaw } : {}),
    isBodyShown: hasBody && shownBy(exchange) !== undefined,
    ...dataOf(response.status, body),
  };
}

/** The longest address that a server commonly takes. */
const maxAddress = 6000;

/** True if an address is longer than servers commonly take, or cannot be decoded. */
function isOdd({ pathname, search }: URL): boolean {
  try {
    return decodeURIComponent(pathname + search).length > maxAddress;
  } catch {
    return true;
  }
}

/** The `data` of a successful answer, by what it is. */
export function dataOf(status: number, body: unknown): Pick<ExchangeView, "items" | "texts" | "record"> {
  const data = status === 200 ? fieldsOf(body).data : undefined;
  return {
    ...(Array.isArray(data) && data.every(isRecord) ? { items: data } : {}),
    ...(Array.isArray(data) && data.every((value) => typeof value === "string") ? { texts: data } : {}),
    ...(isRecord(data) ? { record: data } : {}),
  };
}

const queryOf = ({ searchParams }: URL): Record<string, unknown> =>
  readQuery([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));

/** The values of a query by their names; several values of one name as a list. */
export function readQuery(
  values: readonly (readonly [name: string, values: readonly string[]])[],
): Record<string, unknown> {
  return Object.fromEntries(values.map(([name, all]) => [name, all.length > 1 || name.endsWith("[]") ? all : all[0]]));
}

/** The values that a path has where its template has names; the template is the end of the path. */
export function pathParameters(template: string, path: string): Record<string, string> {
  const segments = template.split("/").slice(1);
  const values = path.split("/").slice(-segments.length);
  return Object.fromEntries(
    segments.flatMap((segment, index) =>
      segment.startsWith("{") ? [[segment.slice(1, -1), values[index] ?? ""]] : [],
    ),
  );
}
