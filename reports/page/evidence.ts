import { groupBy } from "../../base/group-by.ts";
import { placesOf, shownPlaces, timesOf } from "../../record/findings.ts";
import { entriesOf, type RecordedFinding } from "../../record/journal.ts";
import type { RequirementResult } from "../../record/results.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { exchangeBox, type ShownEntry } from "./exchange.ts";
import { curlBox } from "./parts.ts";
import { sequence } from "./sequence.ts";

/** Shows that a requirement is broken. */
export type EvidenceOf = (requirement: RequirementResult) => Markup;

/** The number of characters of exchanges that the page has room for; the others are in the HAR file. */
const roomForExchanges = 1_200_000;

/** Shows what was found, what was expected, how it came to this, and the exchanges, as long as there is room on the page. */
export function createEvidence({ entries, results }: RunRecord): EvidenceOf {
  // The story of an application's finding stands in the timeline of its claim.
  const isGiven = results.kind === "provider";
  const shown = createShownEntries([...entriesOf(entries, "exchange"), ...entriesOf(entries, "arrival")]);
  const findings = groupBy(entriesOf(entries, "finding"), ({ requirement }) => requirement);
  return (result) => {
    const places = placesOf(findings.get(result.id) ?? []);
    if (places.length === 0) return withoutFindings(result, shown);
    const more = places.length - shownPlaces;
    const blocks = places.slice(0, shownPlaces).map((place, index) => {
      const [first] = place;
      const account =
        index === 0 && isGiven && result.story
          ? storyOf(result, first, shown)
          : shown.box(first.exchange, first.pointer);
      return markup`<div class="place">${facts(first, timesOf(place))}${first.curl && curlBox(first.curl)}${account}</div>`;
    });
    return markup`${blocks}${more > 0 && markup`<p>And in ${more} more ${more === 1 ? "place" : "places"}.</p>`}`;
  };
}

/** The exchanges and webhooks of a run, and what is shown of them. */
interface ShownEntries {
  entry: (id: string) => ShownEntry | undefined;
  box: (id: string | undefined, pointer?: string) => Markup | undefined;
}

function createShownEntries(entries: readonly ShownEntry[]): ShownEntries {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  let room = roomForExchanges;
  return {
    entry: (id) => byId.get(id),
    box(id = "", pointer) {
      const entry = byId.get(id);
      if (!entry) return undefined;
      if (room <= 0) return markup`<p class="count">Exchange ${id} is in exchanges.har.</p>`;
      const box = exchangeBox(entry, pointer);
      room -= box.text.length;
      return box;
    },
  };
}

/** How it came to a finding, with the script that shows it again. */
function storyOf({ story = [], repro }: RequirementResult, { pointer }: RecordedFinding, shown: ShownEntries): Markup {
  const box = ({ id }: ShownEntry, marked?: string) => shown.box(id, marked) ?? markup``;
  return markup`<h4>How it came to this</h4>${sequence(story, shown.entry, box, pointer)}${
    repro && markup`<p>As a script: <a href="${repro}"><code>${repro}</code></a></p>`
  }`;
}

/** The evidence in results alone, where there is no journal. */
const withoutFindings = ({ reason = "", evidence }: RequirementResult, { box }: ShownEntries): Markup =>
  markup`<p>${reason}</p>${evidence.slice(0, shownPlaces).map(({ exchange, curl }) => markup`${box(exchange)}${curl && curlBox(curl)}`)}`;

function facts({ found, expected, where, pointer, example }: RecordedFinding, times: number): Markup {
  const rows: [string, string | false | undefined][] = [
    ["Seen", found],
    ["Expected", expected],
    ["Where", where && [where, pointer && ` at ${pointer}`, times > 1 && `, ${times} times`].filter(Boolean).join("")],
    ["Example", example && !example.isSequence && example.text],
  ];
  return markup`<dl class="seen">${rows.map(([name, value]) => value && markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
