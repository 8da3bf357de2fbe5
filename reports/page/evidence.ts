import { groupBy } from "../../base/group-by.ts";
import { placesOf, shownPlaces } from "../../record/findings.ts";
import { entriesOf, type RecordedFinding } from "../../record/journal.ts";
import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { exchangeBox, type ShownEntry } from "./exchange.ts";
import { curlBox } from "./parts.ts";

/** What shows that a requirement is broken. */
export type EvidenceOf = (requirement: RequirementResult) => Markup;

/** How many characters of exchanges the page has room for; the others are in the HAR file. */
const roomForExchanges = 1_200_000;

/** Shows what was found, what was expected, the exchange and the curl line, as long as there is room on the page. */
export function createEvidence({ entries }: RunRecord): EvidenceOf {
  const exchangeOf = createExchanges([...entriesOf(entries, "exchange"), ...entriesOf(entries, "arrival")]);
  const findings = groupBy(entriesOf(entries, "finding"), ({ requirement }) => requirement);
  return (result) => {
    const places = placesOf(findings.get(result.id) ?? []);
    if (places.length === 0) return withoutFindings(result, exchangeOf);
    const more = places.length - shownPlaces;
    return markup`${places.slice(0, shownPlaces).map(([first, ...rest]) => place(first, rest.length + 1, exchangeOf))}${
      more > 0 && markup`<p>And in ${more} more ${more === 1 ? "place" : "places"}.</p>`
    }`;
  };
}

type ExchangeOf = (id: string | undefined) => Markup | undefined;

function createExchanges(entries: readonly ShownEntry[]): ExchangeOf {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  let room = roomForExchanges;
  return (id = "") => {
    const entry = byId.get(id);
    if (!entry) return undefined;
    if (room <= 0) return markup`<p class="count">Exchange ${id} is in exchanges.har.</p>`;
    const box = exchangeBox(entry);
    room -= box.text.length;
    return box;
  };
}

/** What results alone tell, where there is no journal. */
const withoutFindings = ({ reason = "", evidence }: RequirementResult, exchangeOf: ExchangeOf): Markup =>
  markup`<p>${reason}</p>${evidence.slice(0, shownPlaces).map(({ exchange, curl }) => markup`${exchangeOf(exchange)}${curl && curlBox(curl)}`)}`;

const place = (finding: RecordedFinding, times: number, exchangeOf: ExchangeOf): Markup =>
  markup`<div class="place">${facts(finding, times)}${finding.curl && curlBox(finding.curl)}${exchangeOf(finding.exchange)}</div>`;

function facts({ found, expected, where, pointer, example }: RecordedFinding, times: number): Markup {
  const rows: [string, string | false | undefined][] = [
    ["Seen", found],
    ["Expected", expected],
    ["Where", where && [where, pointer && ` at ${pointer}`, times > 1 && `, ${times} times`].filter(Boolean).join("")],
    ["Example", example && !example.isSequence && example.text],
  ];
  return markup`<dl class="seen">${rows.map(([name, value]) => value && markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
