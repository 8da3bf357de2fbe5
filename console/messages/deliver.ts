import { groupBy } from "../../base/group-by.ts";
import type { ConsoleContext } from "../context.ts";
import { first } from "../store/database.ts";
import { readSetting, setting } from "../store/settings.ts";
import { type ConsoleEvent, eventsById } from "./events.ts";
import { sendMail } from "./mail.ts";
import { type DueDelivery, noteSent, takeDue } from "./outbox.ts";
import { sendToWebhook } from "./webhooks.ts";

/** Sends what is due: to a webhook one event after the other, to a person all events in one mail. */
export async function deliverDue(context: ConsoleContext): Promise<void> {
  const { database, settings } = context;
  const due = await takeDue(database, settings.mail !== undefined);
  if (due.length === 0) return;
  const ids = due.flatMap(({ event_id }) => event_id ?? []);
  const events = new Map((await eventsById(database, ids)).map((event) => [event.id, event]));
  const receivers = groupBy(due, ({ webhook_id, account_id }) => webhook_id ?? account_id ?? "");
  const done = [...receivers].map(([id, deliveries]) =>
    deliveries[0]?.webhook_id
      ? deliverToWebhook(context, id, deliveries, events)
      : deliverByMail(context, id, deliveries, events),
  );
  // A failed delivery is due again; one receiver keeps no other from its messages.
  for (const result of await Promise.allSettled(done))
    if (result.status === "rejected") context.log(`messages: ${(result.reason as Error).message}`);
}

type Events = ReadonlyMap<number, ConsoleEvent>;

const trial = {
  kind: "trial",
  why: "an administrator or an operator asked for this message, to see whether it arrives",
};

async function deliverToWebhook(
  context: ConsoleContext,
  webhookId: string,
  deliveries: readonly DueDelivery[],
  events: Events,
): Promise<void> {
  for (const delivery of deliveries.toSorted((a, b) => a.id - b.id)) {
    const says = delivery.event_id === null ? trial : events.get(delivery.event_id);
    const body = JSON.stringify({ format: "assay-event/1", ...says });
    const answer = await sendToWebhook(context, webhookId, { id: delivery.message, body });
    await noteSent(context.database, delivery, { answer, isTaken: /^2\d\d$/.test(answer) });
  }
}

async function deliverByMail(
  { database, settings }: ConsoleContext,
  accountId: string,
  deliveries: readonly DueDelivery[],
  events: Events,
): Promise<void> {
  const account = await first<{ email: string }>(database, "SELECT email FROM assay.accounts WHERE id = $1", [
    accountId,
  ]);
  if (!account || !settings.mail) return;
  const named = deliveries.flatMap(({ event_id }) => (event_id === null ? [] : (events.get(event_id) ?? [])));
  const written = textOf(
    named.toSorted((a, b) => a.id - b.id),
    (await readSetting(database, urlSetting)) ?? "",
  );
  const messageId = `<${deliveries[0]?.message}@assay>`;
  const sent = await sendMail(settings.mail, { to: account.email, messageId, ...written }).then(
    (answer) => ({ answer, isTaken: true }),
    (error: Error) => ({ answer: error.message, isTaken: false }),
  );
  for (const delivery of deliveries) await noteSent(database, delivery, sent);
}

/** The setting by which workers find the console. */
export const urlSetting = setting<string>("public url", { type: "string" });

/** Line breaks of a subject's words must not begin a header. */
const inOneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, 150);

const headline = ({ kind, partner, provider, before, after }: ConsoleEvent): string =>
  `${partner ?? provider ?? "assay"}: ${kind === "state" ? `${before} → ${after}` : `${kind.replaceAll("-", " ")} ${after ?? ""}`.trim()}`;

/** The subject and the text of a mail about events. */
function textOf(events: readonly ConsoleEvent[], url: string): { subject: string; text: string } {
  const [only] = events;
  if (!only) return { subject: "A trial of assay's mail", text: `${trial.why}.\n\n${url}/account\n` };
  const parts = events.map((event) => {
    const subject = event.partner ? `/partners/${event.partner}` : "/events";
    const link = event.run_id ? `/runs/${event.run_id}` : subject;
    return `${headline(event)}\n${event.at.toISOString().slice(0, 16).replace("T", " ")} UTC: ${event.why}\n${url}${link}`;
  });
  return {
    subject: inOneLine(events.length === 1 ? headline(only) : `${events.length} events: ${headline(only)}, …`),
    text: `${parts.join("\n\n")}\n\nWhen mail comes is chosen at ${url}/account\n`,
  };
}
