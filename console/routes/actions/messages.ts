import { writeAudit } from "../../accounts/audit.ts";
import { ConsoleRefusal } from "../../accounts/refusal.ts";
import { isTimeZone, mailTimes } from "../../messages/mail-times.ts";
import { type DeliveryQuery, deliveryStates, listDeliveries, sendAgain, sendTrial } from "../../messages/outbox.ts";
import { createWebhook, listWebhooks, removeWebhook } from "../../messages/webhooks.ts";
import { messagesPage } from "../../pages/messages.ts";
import { secretPage } from "../../pages/operator.ts";
import { action, deed, type RouteCall, type RouteReply } from "../action.ts";
import * as schemas from "../api-schemas.ts";
import { beforeLine, integer, oneOf, optional, text } from "../fields.ts";

const wanted = { before: beforeLine, search: optional(text(100)), state: optional(oneOf(deliveryStates)) };
const newHook = {
  audit: "added a webhook",
  takes: { url: text() },
  status: 201,
  gives: schemas.object({ id: schemas.text, url: schemas.text, secret: schemas.secret }),
} as const;

/** The page of messages that something is on: of a partner, or of operators. */
const messagesOf = ({ owner }: RouteCall): string => (owner ? `/partners/${owner.slug}/messages` : "/messages");
const back = (_: unknown, call: RouteCall): RouteReply => ({ redirect: messagesOf(call) });

const showSecret = ({ secret }: { secret: string }, call: RouteCall): RouteReply => ({
  page: secretPage(
    "The secret of the webhook",
    "Messages are signed with it, as Standard Webhooks says (webhook-signature). It is not shown again.",
    secret,
    messagesOf(call),
  ),
});

const messagesPageOf = async (
  { items }: { items: Awaited<ReturnType<typeof listDeliveries>> },
  call: RouteCall,
  query: DeliveryQuery,
): Promise<RouteReply> => {
  const webhooks = await listWebhooks(call.context.database, call.owner?.id ?? null);
  return { page: messagesPage(call.actor, { partner: call.owner, webhooks, deliveries: items, query }) };
};

/** The console's messages to machines and to people. */
export const messageActions = [
  action({
    at: "GET /hooks",
    id: "listHooks",
    summary: "Webhooks of operators, which hear of everything",
    may: "operator",
    gives: schemas.listOf(schemas.hook),
    act: async ({ context }) => ({ items: await listWebhooks(context.database, null) }),
  }),
  action({
    ...newHook,
    at: "POST /hooks",
    id: "addHook",
    summary: "Send events to an address",
    may: "operator",
    act: ({ context, actor }, { url }) => createWebhook(context, actor, { url }),
    page: showSecret,
  }),
  action({
    at: "GET /partners/:partner/hooks",
    id: "listPartnerHooks",
    summary: "Webhooks of a partner",
    may: "own",
    gives: schemas.listOf(schemas.hook),
    act: async ({ context, partner }) => ({ items: await listWebhooks(context.database, partner.id) }),
  }),
  action({
    ...newHook,
    at: "POST /partners/:partner/hooks",
    id: "addPartnerHook",
    summary: "Send a partner's events to an address",
    may: "own",
    act: ({ context, actor, partner }, { url }) => createWebhook(context, actor, { url, partner }),
    page: showSecret,
  }),
  deed(back, {
    at: "DELETE /hooks/:hook",
    id: "removeHook",
    summary: "Remove a webhook",
    may: "own",
    audit: "removed a webhook",
    act: ({ context, actor, hook }) => removeWebhook(context, actor, hook),
  }),
  deed(back, {
    at: "POST /hooks/:hook/trial",
    id: "tryHook",
    summary: "Send a trial to a webhook",
    may: "own",
    limit: "send a trial",
    act: ({ context, hook }) => sendTrial(context.database, { webhookId: hook.id }),
  }),
  action({
    at: "GET /deliveries",
    pageAt: "/messages",
    id: "listDeliveries",
    summary: "What was sent to webhooks and people, and what became of it",
    may: "operator",
    takes: wanted,
    gives: schemas.listOf(schemas.delivery),
    act: async ({ context }, given) => ({ items: await listDeliveries(context.database, null, given) }),
    page: messagesPageOf,
  }),
  action({
    at: "GET /partners/:partner/deliveries",
    pageAt: "/partners/:partner/messages",
    id: "listPartnerDeliveries",
    summary: "What was sent to a partner's webhooks and people",
    may: "own",
    takes: wanted,
    gives: schemas.listOf(schemas.delivery),
    act: async ({ context, partner }, given) => ({
      items: await listDeliveries(context.database, partner.id, given),
    }),
    page: messagesPageOf,
  }),
  deed(back, {
    at: "POST /deliveries/:delivery/again",
    id: "sendAgain",
    summary: "Send a message again",
    may: "own",
    limit: "send a trial",
    act: ({ context, delivery }) => sendAgain(context.database, delivery.id),
  }),
  deed("/account", {
    at: "PUT /account/mail",
    id: "setMail",
    summary: "When mail comes to you: at once, daily at seven, or never; and between which hours none does",
    may: "member",
    audit: "chose when mail comes",
    takes: { mail: oneOf(mailTimes), quiet_from: integer(0, 23), quiet_until: integer(0, 23), time_zone: text(60) },
    async act({ context, actor }, { mail, quiet_from, quiet_until, time_zone }) {
      if (!isTimeZone(time_zone))
        throw new ConsoleRefusal("bad-input", "give a time zone such as Europe/Berlin", "time_zone");
      await context.database.query(
        "UPDATE assay.accounts SET mail = $2, quiet_from = $3, quiet_until = $4, time_zone = $5 WHERE id = $1",
        [actor.accountId, mail, quiet_from, quiet_until, time_zone],
      );
      await writeAudit(context.database, actor, { about: mail, partnerId: actor.partnerId });
    },
  }),
  deed("/account", {
    at: "POST /account/mail/trial",
    id: "tryMail",
    summary: "Send a trial to your address",
    may: "member",
    limit: "send a trial",
    async act({ context, actor }) {
      if (!context.settings.mail) throw new ConsoleRefusal("conflict", "this console sends no mail");
      await sendTrial(context.database, { accountId: actor.accountId });
    },
  }),
];
