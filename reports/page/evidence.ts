import { placesOf } from "../../record/findings.ts";
import type { Entry, RecordedFinding } from "../../record/journal.ts";
import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup } from "../markup.ts";

/** What shows that a requirement is broken. */
export type EvidenceOf = (requirement: RequirementResult) => Markup;

/** How many places of one requirement are shown, how much of a body, and how much of bodies in all: the rest is in the HAR file. */
const most = { places: 10, body: 4000, bodies: 1_200_000 };

type Shown = Extract<Entry, { kind: "exchange" | "arrival" }>;

/** Shows what was found, what was expected, the exchange and the curl line, as long as there is room on the page. */
export function createEvidence({ entries }: RunRecord): EvidenceOf {
  const exchanges = new Map<string, Shown>();
  const findings = new Map<string, RecordedFinding[]>();
  for (const entry of entries) {
    if (entry.kind === "exchange" || entry.kind === "arrival") exchanges.set(entry.id, entry);
    if (entry.kind === "finding") findings.set(entry.requirement, [...(findings.get(entry.requirement) ?? []), entry]);
  }
  let room = most.bodies;
  const exchangeOf = (id: string | undefined): Markup | undefined => {
    const exchange = id ? exchanges.get(id) : undefined;
    if (!exchange) return undefined;
    if (room <= 0) return markup`<p class="count">Exchange ${exchange.id} stands in exchanges.har.</p>`;
    const shown = exchange.kind === "arrival" ? arrival(exchange) : both(exchange);
    room -= shown.text.length;
    return shown;
  };
  return ({ id, reason = "", evidence }) => {
    const places = placesOf(findings.get(id) ?? []);
    if (places.length === 0)
      return markup`<p>${reason}</p>${evidence.slice(0, most.places).map((one) => markup`${exchangeOf(one.exchange)}${one.curl && curl(one.curl)}`)}`;
    const more = places.length - most.places;
    return markup`${places
      .slice(0, most.places)
      .map(
        ([first, ...rest]) =>
          markup`<div class="place">${seen(first, rest.length + 1)}${first.curl && curl(first.curl)}${exchangeOf(first.exchange)}</div>`,
      )}${more > 0 && markup`<p>And in ${more} more ${more === 1 ? "place" : "places"}.</p>`}`;
  };
}

function seen({ found, expected, where, pointer, example }: RecordedFinding, times: number): Markup {
  const rows: [string, string | undefined][] = [
    ["Seen", found],
    ["Expected", expected],
    ["Where", where && `${where}${pointer ? ` at ${pointer}` : ""}${times > 1 ? `, ${times} times` : ""}`],
    ["Example", example?.shrunk],
    [
      "Replay",
      example &&
        `--seed ${example.seed}, path ${example.path}${example.replayPath ? `, replayPath ${example.replayPath}` : ""}`,
    ],
  ];
  return markup`<dl class="seen">${rows.map(([name, value]) => value && markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

const curl = (line: string): Markup => markup`<div class="curl"><pre>${line}</pre></div>`;

const both = ({ id, operation, took, request, response }: Extract<Shown, { kind: "exchange" }>): Markup => markup`
<div class="two"><div><h4>Request ${id}, ${operation}</h4><pre tabindex="0">${[
  `${request.method} ${request.url}`,
  ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ...(request.body === undefined ? [] : ["", body(request.body)]),
].join("\n")}</pre></div><div><h4>Answer${took > 0 && ` after ${took} ms`}</h4><pre tabindex="0">${[
  String(response.status),
  ...Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`),
  ...(response.body ? ["", body(response.body)] : []),
].join("\n")}</pre></div></div>`;

const arrival = ({ id, method, path, body: text }: Extract<Shown, { kind: "arrival" }>): Markup =>
  markup`<h4>Webhook ${id}</h4><pre tabindex="0">${`${method} ${path}\n\n${body(text)}`}</pre>`;

/** A body as people read it, cut where it is long. */
function body(text: string): string {
  const whole = indented(text);
  return whole.length > most.body
    ? `${whole.slice(0, most.body)}\n… ${whole.length - most.body} more characters`
    : whole;
}

function indented(text: string): string {
  if (text.length > most.body * 2) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
