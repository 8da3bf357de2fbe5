import { parseJson } from "../../base/json.ts";
import { pathOf, pointerOf, valueAt } from "../../base/pointer.ts";
import type { ArrivalEntry, ExchangeEntry } from "../../record/journal.ts";
import { longestBody } from "../parts/limits.ts";
import { type Markup, markup } from "../parts/markup.ts";

/** An entry that can be shown as evidence: an exchange, or a webhook that arrived. */
export type ShownEntry = ExchangeEntry | ArrivalEntry;

/** An exchange or a webhook for people; what stands at a pointer of the body that a subject sent is marked. */
export const exchangeBox = (entry: ShownEntry, pointer?: string): Markup =>
  entry.kind === "arrival" ? webhook(entry, pointer) : requestAndAnswer(entry, pointer);

const webhook = ({ id, method, path, body }: ArrivalEntry, pointer?: string): Markup =>
  markup`<h4>Webhook ${id}</h4><pre tabindex="0">${message(`${method} ${path}`, [], body, pointer)}</pre>`;

function requestAndAnswer(entry: ExchangeEntry, pointer?: string): Markup {
  const { id, operation, took, request, response } = entry;
  // A partner's application is judged by what it asks, a provider by what it answers.
  const isAsked = entry.scenario !== undefined;
  const sent = message(
    `${request.method} ${request.url}`,
    request.headers,
    request.body,
    isAsked ? pointer : undefined,
  );
  const headers = Object.entries(response.headers);
  const body = response.body || undefined;
  const answered = message(String(response.status), headers, body, isAsked ? undefined : pointer);
  return markup`
<div class="two"><div><h4>Request ${id}, ${operation}</h4><pre tabindex="0">${sent}</pre></div><div><h4>Answer${took > 0 && ` after ${took} ms`}</h4><pre tabindex="0">${answered}</pre></div></div>`;
}

/** A message as HTTP writes it. */
function message(
  firstLine: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: string | undefined,
  pointer?: string,
): Markup {
  const head = [firstLine, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
  return body === undefined ? markup`${head}` : markup`${head}\n\n${marked(indented(body), pointer)}`;
}

/** A body with what stands at a pointer marked, and cut where it is long. */
function marked(text: string, pointer: string | undefined): Markup {
  const range = pointer ? rangeAt(text, pointer) : undefined;
  if (!range || range.end > longestBody) return markup`${excerpt(text)}`;
  const [before, within] = [text.slice(0, range.start), text.slice(range.start, range.end)];
  return markup`${before}<mark>${within}</mark>${excerpt(text.slice(range.end), longestBody - range.end)}`;
}

/** A text, cut where it is long. */
const excerpt = (text: string, most = longestBody): string =>
  text.length > most ? `${text.slice(0, most)}\n… ${text.length - most} more characters` : text;

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

/** Stands for a marked value while its place is looked for; no body holds it. */
const sentinel = "\u0000here\u0000";

/** Where the value at a pointer stands in an indented document. */
function rangeAt(text: string, pointer: string): { start: number; end: number } | undefined {
  const document = parseJson(text);
  const path = pathOf(pointer);
  const [key, parent] = [path.at(-1), valueAt(document, pointerOf(path.slice(0, -1)))];
  if (key === undefined || typeof parent !== "object" || parent === null || !Object.hasOwn(parent, key))
    return undefined;
  Object.assign(parent, { [key]: sentinel });
  const [before = "", after] = JSON.stringify(document, null, 2).split(JSON.stringify(sentinel));
  return after === undefined ? undefined : { start: before.length, end: text.length - after.length };
}
