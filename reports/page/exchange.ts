import type { ArrivalEntry, ExchangeEntry } from "../../record/journal.ts";
import { longestBody } from "../parts/limits.ts";
import { type Markup, markup } from "../parts/markup.ts";

/** What can be shown as evidence: an exchange, or a webhook that arrived. */
export type ShownEntry = ExchangeEntry | ArrivalEntry;

/** An exchange or a webhook for people. */
export const exchangeBox = (entry: ShownEntry): Markup =>
  entry.kind === "arrival" ? webhook(entry) : requestAndAnswer(entry);

const webhook = ({ id, method, path, body }: ArrivalEntry): Markup =>
  markup`<h4>Webhook ${id}</h4><pre tabindex="0">${message(`${method} ${path}`, [], body)}</pre>`;

function requestAndAnswer({ id, operation, took, request, response }: ExchangeEntry): Markup {
  const sent = message(`${request.method} ${request.url}`, request.headers, request.body);
  const answered = message(String(response.status), Object.entries(response.headers), response.body || undefined);
  return markup`
<div class="two"><div><h4>Request ${id}, ${operation}</h4><pre tabindex="0">${sent}</pre></div><div><h4>Answer${took > 0 && ` after ${took} ms`}</h4><pre tabindex="0">${answered}</pre></div></div>`;
}

/** A message as HTTP writes it. */
const message = (
  firstLine: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: string | undefined,
): string =>
  [
    firstLine,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", excerpt(indented(body))]),
  ].join("\n");

/** A body, cut where it is long. */
const excerpt = (text: string): string =>
  text.length > longestBody ? `${text.slice(0, longestBody)}\n… ${text.length - longestBody} more characters` : text;

/** A body as people read it. */
function indented(text: string): string {
  // One that is cut anyway is not worth reading as JSON.
  if (text.length > longestBody * 2) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
