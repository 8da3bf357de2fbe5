import { scrollTable, tableRow } from "../../reports/page/parts.ts";
import { type Markup, markup } from "../../reports/parts/markup.ts";
import { type Actor, covers } from "../accounts/actor.ts";
import { type Delivery, type DeliveryQuery, deliveryLines, deliveryStates } from "../messages/outbox.ts";
import type { Webhook } from "../messages/webhooks.ts";
import type { Partner } from "../partners/partners.ts";
import { actionForm, type ConsolePage, field, olderLink, searchForm, section, select, when } from "./layout.ts";
import { stateMark } from "./partners.ts";

/** The messages to machines and people, and their outcomes. */
export const messagesPage = (
  actor: Actor,
  facts: {
    partner: Partner | undefined;
    webhooks: readonly Webhook[];
    deliveries: readonly Delivery[];
    query: DeliveryQuery;
  },
): ConsolePage => ({
  title: "Messages",
  kicker: facts.partner && markup`<a href="/partners/${facts.partner.slug}">${facts.partner.name}</a>`,
  lead: markup`Mail to people, as each chooses at <a href="/account">Account</a>, and webhooks as Standard Webhooks has them.`,
  content: markup`${section("webhooks", "Webhooks", webhooksPart(actor, facts.webhooks, facts.partner))}
${section("log", "What was sent", markup`${searchForm("Contains", facts.query.search, select("state", "State", ["", ...deliveryStates], facts.query.state))}${deliveriesTable(actor, facts.deliveries)}`)}${olderLink(facts.deliveries, deliveryLines, { ...facts.query })}`,
});

const webhooksPart = (actor: Actor, webhooks: readonly Webhook[], partner: Partner | undefined): Markup => markup`
<p class="lead">Every event${partner ? ` of ${partner.name}` : ""} is sent to these addresses, signed with the secret of each.</p>
${
  webhooks.length > 0 &&
  scrollTable(
    "Addresses that hear of events",
    ["Address", "Last answer", ""],
    webhooks.map(({ id, url, last_status, last_at }) =>
      tableRow(
        markup`<code>${url}</code>`,
        markup`${last_status} ${when(last_at)}`,
        markup`${actionForm(actor, `/hooks/${id}/trial`, markup`<button class="second">Send a trial to ${url}</button>`)}${actionForm(actor, `/hooks/${id}/end`, markup`<button class="second" data-sure="Remove ${url}?">Remove ${url}</button>`)}`,
      ),
    ),
  )
}
${actionForm(actor, partner ? `/partners/${partner.slug}/hooks` : "/hooks", markup`${field("url", "Address", { type: "url" })}<button>Add</button>`)}`;

const deliveriesTable = (actor: Actor, deliveries: readonly Delivery[]): Markup =>
  deliveries.length === 0
    ? markup`<p>Nothing was sent yet.</p>`
    : scrollTable(
        "Messages that were sent",
        ["When", "To", "What", "State", "Answer", ""],
        deliveries.map(({ id, created_at, due_at, receiver, kind, why, state, attempts, answer }) =>
          tableRow(
            when(created_at),
            receiver,
            kind === null ? "trial" : markup`${kind.replaceAll("-", " ")}: ${why}`,
            markup`${stateMark(state)}${state === "waiting" && markup` until ${when(due_at)}`}${attempts > 1 && `, ${attempts} attempts`}`,
            answer,
            state !== "waiting" &&
              covers(actor.scope, "manage") &&
              actionForm(
                actor,
                `/deliveries/${id}/again`,
                markup`<button class="second" aria-label="Send message ${id} again">Send again</button>`,
              ),
          ),
        ),
      );
