import { outcomes } from "../../record/outcomes.ts";
import { scrollTable, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup } from "../../reports/parts/markup.ts";
import type { Actor } from "../accounts/actor.ts";
import { type ConsoleEvent, type EventQuery, eventKinds, eventLines } from "../messages/events.ts";
import { listedStates, type Partner, type PartnerQuery, partnerLines } from "../partners/partners.ts";
import { type OutcomeQuery, outcomeLines, type PartnerOutcome, type StoredRun } from "../runs/runs.ts";
import {
  actionForm,
  type ConsolePage,
  field,
  moreLink,
  olderLink,
  searchForm,
  section,
  select,
  when,
} from "./layout.ts";

/** A state in its colour. */
export const stateMark = (state: string): Markup =>
  markup`<span class="state s-${state}">${state.replaceAll("-", " ")}</span>`;

/** A run in a word, with the way to it. */
export const runLink = (run: StoredRun | undefined): Markup | string =>
  run
    ? markup`<a href="/runs/${run.id}">${stateMark(run.verdict ?? run.state)}</a> ${when(run.finished_at ?? run.created_at)}`
    : "none yet";

/** A partner in an operator's list. */
export interface ListedPartner {
  partner: Partner;
  latest: StoredRun | undefined;
  /** For which version it is certified, and until when. */
  certificate: { version: string; expires: Date } | undefined;
}

/** The marketplace's partners. */
export const partnersPage = (actor: Actor, all: readonly ListedPartner[], query: PartnerQuery): ConsolePage => ({
  title: "Partners",
  lead: "Each has accounts of its own, and sees only what is its own.",
  content: markup`${searchForm("Name contains", query.search, select("state", "State", ["", ...listedStates], query.state))}
${scrollTable(
  "Partners",
  ["Partner", "State", "Certified for", "Latest run"],
  all.map(({ partner, latest, certificate }) =>
    tableRow(
      markup`<a href="/partners/${partner.slug}">${partner.name}</a>`,
      stateMark(partner.state),
      certificate ? markup`${certificate.version}, until ${when(certificate.expires)}` : "–",
      runLink(latest),
    ),
  ),
)}
${moreLink("More", all.length >= partnerLines && { ...query, after: all.at(-1)?.partner.slug })}
${section(
  "invite",
  "Add a partner",
  actionForm(
    actor,
    "/partners",
    markup`${field("name", "Name", { hint: "The name by which users know the application.", attributes: markup` required maxlength="100"` })}<button>Add, and make an invitation</button>`,
  ),
)}`,
});

/** One requirement across all partners. */
export const requirementPage = (id: string, all: readonly PartnerOutcome[], query: OutcomeQuery): ConsolePage => ({
  title: `${id} across partners`,
  lead: "Its outcome in the latest run of all claims of each partner.",
  content: markup`${searchForm("Name contains", query.search, select("outcome", "Outcome", ["", ...outcomes], query.outcome))}
${scrollTable(
  "Partners by outcome",
  ["Partner", "Outcome", "Run"],
  all.map(({ partner, name, run_id, outcome, finished_at }) =>
    tableRow(
      markup`<a href="/partners/${partner}">${name}</a>`,
      markup`<span class="c-${outcome ?? "not-applicable"}">${outcome ?? "does not apply"}</span>`,
      markup`<a href="/runs/${run_id}">${when(finished_at)}</a>`,
    ),
  ),
)}${moreLink("More", all.length >= outcomeLines && { ...query, after: all.at(-1)?.partner })}`,
});

/** A link that is shown once. */
export const invitationPage = (partner: Pick<Partner, "name" | "slug">, link: string): ConsolePage => ({
  title: `Invitation for ${partner.name}`,
  lead: "Send this link to the partner. It works once, for seven days, and is not shown again.",
  content: markup`<p><code class="secret" id="link">${link}</code></p><p><a href="/partners/${partner.slug}">To ${partner.name}</a></p>`,
});

/** The events, the latest first. */
export const eventsTable = (events: readonly ConsoleEvent[]): Markup =>
  events.length === 0
    ? markup`<p>Nothing has happened yet.</p>`
    : scrollTable(
        "Events that happened",
        ["When", "Whom", "What", "Why"],
        events.map((event) =>
          tableRow(
            when(event.at),
            event.partner ? markup`<a href="/partners/${event.partner}">${event.partner}</a>` : (event.provider ?? "–"),
            event.kind === "state"
              ? markup`${event.before?.replaceAll("-", " ")} → ${stateMark(event.after ?? "")}`
              : markup`${event.kind.replaceAll("-", " ")} ${event.after}`,
            markup`${event.why} ${event.run_id && markup`<a href="/runs/${event.run_id}">the run</a>`}`,
          ),
        ),
      );

export const eventsPage = (events: readonly ConsoleEvent[], query: EventQuery): ConsolePage => ({
  title: "Events",
  lead: "Every change of a state or a certificate, and why.",
  content: markup`${searchForm("Contains", query.search, select("kind", "Kind", ["", ...eventKinds], query.kind))}${eventsTable(events)}${olderLink(events, eventLines, { ...query })}`,
});
