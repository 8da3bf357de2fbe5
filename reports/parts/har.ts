import { STATUS_CODES } from "node:http";
import type { RecordedExchange } from "../../record/journal.ts";

/** Exchanges as HAR 1.2, for browsers' tools and for `assay check`. */
export function har(exchanges: readonly RecordedExchange[], version: string): string {
  const log = { version: "1.2", creator: { name: "assay", version }, entries: exchanges.map(harEntry) };
  return `${JSON.stringify({ log })}\n`;
}

/** Pairs as HAR and Allure write them. */
export const namedValues = (pairs: Iterable<readonly [string, string]>): { name: string; value: string }[] =>
  [...pairs].map(([name, value]) => ({ name, value }));

const harEntry = ({ id, at, took, operation, request, response }: RecordedExchange): object => ({
  startedDateTime: at,
  time: took,
  request: harRequest(request),
  response: harResponse(response),
  cache: {},
  timings: { send: 0, wait: took, receive: 0 },
  comment: `${id} ${operation}`,
});

function harRequest({ method, url, headers, body }: RecordedExchange["request"]): object {
  const mimeType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: namedValues(headers),
    queryString: namedValues(URL.canParse(url) ? new URL(url).searchParams : []),
    ...(body === undefined ? {} : { postData: { mimeType, text: body } }),
    headersSize: -1,
    bodySize: Buffer.byteLength(body ?? ""),
  };
}

const harResponse = ({ status, headers, body }: RecordedExchange["response"]): object => ({
  status,
  statusText: STATUS_CODES[status] ?? "",
  httpVersion: "HTTP/1.1",
  cookies: [],
  headers: namedValues(Object.entries(headers)),
  content: { size: Buffer.byteLength(body), mimeType: headers["content-type"] ?? "", text: body },
  redirectURL: headers.location ?? "",
  headersSize: -1,
  bodySize: Buffer.byteLength(body),
});
