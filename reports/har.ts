import { STATUS_CODES } from "node:http";
import type { Entry, RecordedExchange } from "../record/journal.ts";

const named = (pairs: Iterable<readonly [string, string]>): { name: string; value: string }[] =>
  [...pairs].map(([name, value]) => ({ name, value }));

/** Everything that was asked and answered as HAR 1.2, for browsers' tools and for `assay check`. */
export function har(entries: readonly Entry[], version: string): string {
  const exchanges = entries.filter((entry) => entry.kind === "exchange");
  const log = { version: "1.2", creator: { name: "assay", version }, entries: exchanges.map(harEntry) };
  return `${JSON.stringify({ log })}\n`;
}

function harEntry({ id, at, took, operation, request, response }: RecordedExchange): object {
  const { headers, body } = response;
  const type = request.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return {
    startedDateTime: at,
    time: took,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: named(request.headers),
      queryString: named(URL.canParse(request.url) ? new URL(request.url).searchParams : []),
      ...(request.body === undefined ? {} : { postData: { mimeType: type, text: request.body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? ""),
    },
    response: {
      status: response.status,
      statusText: STATUS_CODES[response.status] ?? "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: named(Object.entries(headers)),
      content: { size: Buffer.byteLength(body), mimeType: headers["content-type"] ?? "", text: body },
      redirectURL: headers.location ?? "",
      headersSize: -1,
      bodySize: Buffer.byteLength(body),
    },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
    comment: `${id} ${operation}`,
  };
}
