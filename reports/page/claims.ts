import { counted } from "../../base/text/wording.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import {
  claimsIn,
  type JudgedClaim,
  type PlayedTimeline,
  playedFor,
  type TimelineEvent,
} from "../../record/timeline.ts";
import { type Markup, markup } from "../parts/markup.ts";
import { listLine, namedLink, scrolling, type TitleOf, table, tableRow } from "./parts.ts";

/** The number of events of a scenario that are shown: its beginning, and what was found. */
const maxEvents = 80;

const sides: Record<TimelineEvent["side"], string> = {
  platform: "the platform",
  application: "the application",
  found: "✕ found",
};

/** The scenarios of each claim, as a timeline of both sides. */
export function claims({ entries, results }: RunRecord): Markup | undefined {
  const timelines = results.kind === "partner" && entries.length > 0 ? claimsIn(results, entries) : [];
  if (timelines.length === 0) return undefined;
  const titles = new Map(results.requirements.map(({ id, title }) => [id, title]));
  return markup`<p class="lead">What was played for each claim: what the platform did, what the application sent, and where it went wrong. Times count from the beginning; scenarios run side by side.</p>
${timelines.map((timeline) => claimPart(timeline, titles))}`;
}

function claimPart(timeline: JudgedClaim, titles: TitleOf): Markup {
  const { claim, scenarios, broken, untestable } = timeline;
  const named = (what: string, ids: readonly string[]) =>
    ids.length > 0 &&
    markup`<p>${what}:</p><ul class="names">${ids.map((id) => markup`<li>${namedLink(id, titles)}</li>`)}</ul>`;
  const isFine = scenarios.length > 0 && broken.length + untestable.length === 0;
  return markup`<h3>${claim}</h3><p>${playedFor(timeline)}${isFine && "; nothing to fix"}.</p>${named("Broken", broken)}${named("Untestable", untestable)}
<div>${scenarios.map(scenarioPart)}</div>`;
}

function scenarioPart({ title, events }: PlayedTimeline): Markup {
  const found = events.filter(({ side }) => side === "found");
  const shown = [...events.slice(0, maxEvents), ...events.slice(maxEvents).filter(({ side }) => side === "found")];
  const more = events.length - shown.length;
  return listLine({
    outcome: found.length > 0 ? "fail" : "pass",
    name: secondsOf(events[0]),
    title,
    note: counted(events.length, "event"),
    content: markup`${scrolling(table(["After", "Who", "What"], shown.map(eventRow)))}${more > 0 && markup`<p>and ${counted(more, "event")} more, in journal.jsonl.</p>`}`,
  });
}

const secondsOf = (event: TimelineEvent | undefined): string =>
  event?.after === undefined ? "" : `${(event.after / 1000).toFixed(1)} s`;

const eventRow = (event: TimelineEvent): Markup => tableRow(secondsOf(event), sides[event.side], event.text);
