import type { WorldBehaviour } from "../../world/behaviour.ts";
import type { Notice } from "../../world/notices.ts";
import type { BehaviourChange } from "./fault.ts";

/** Changes the webhooks of events, or of all events with `*`; a webhook may become several, or none. */
export const notice =
  (events: string | string[], change: (webhook: Notice) => Notice | Notice[]): BehaviourChange =>
  () => {
    const isMeant = ({ event }: Notice) => events === "*" || [events].flat().includes(event);
    return (behaviour) => ({
      ...behaviour,
      notices: [...behaviour.notices, (webhook) => (isMeant(webhook) ? [change(webhook)].flat() : [webhook])],
    });
  };

/** Changes the body of webhooks. */
export const envelope = (
  events: string | string[],
  change: (body: Notice["body"]) => Notice["body"],
): BehaviourChange => notice(events, (webhook) => ({ ...webhook, body: change(webhook.body) }));

/** Does not send the webhooks of an event: all of them, or those whose body has certain values. */
export const unsent = (event: string, values: Notice["body"] = {}): BehaviourChange =>
  notice(event, (webhook) => {
    const isMeant = Object.entries(values).every(([name, value]) => webhook.body[name] === value);
    return isMeant ? [] : webhook;
  });

/** Replaces the choice of the addresses that an event is sent to. */
export const recipients =
  (replaced: WorldBehaviour["recipients"]): BehaviourChange =>
  () =>
  (behaviour) => ({ ...behaviour, recipients: replaced });
