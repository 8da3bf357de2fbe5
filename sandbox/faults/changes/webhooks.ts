import type { FailedDelivery, WorldBehaviour } from "../../world/behaviour.ts";
import type { Notice } from "../../world/notices.ts";
import { all, type BehaviourChange } from "./fault.ts";

/** Changes the webhooks of events, or of all events with `*`; a webhook may become several, or none. */
export const notice =
  (events: string | string[], change: (webhook: Notice, now: number) => Notice | Notice[]): BehaviourChange =>
  () => {
    const isAffected = ({ event }: Notice) => events === "*" || [events].flat().includes(event);
    return (behaviour) => ({
      ...behaviour,
      notices: [
        ...behaviour.notices,
        (webhook, now) => (isAffected(webhook) ? [change(webhook, now)].flat() : [webhook]),
      ],
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
    const isAffected = Object.entries(values).every(([name, value]) => webhook.body[name] === value);
    return isAffected ? [] : webhook;
  });

/** Replaces the choice of the addresses that an event is sent to. */
export const recipients =
  (replaced: WorldBehaviour["recipients"]): BehaviourChange =>
  () =>
  (behaviour) => ({ ...behaviour, recipients: replaced });

/** Changes the choice of the addresses that a lifecycle event is sent to. */
export const lifecycleRecipients =
  (
    change: (right: string[], ...given: Parameters<WorldBehaviour["lifecycleRecipients"]>) => string[],
  ): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    lifecycleRecipients: (...given) => change(behaviour.lifecycleRecipients(...given), ...given),
  });

/** Tries failed deliveries once more, after some time. */
export const retrying =
  (delay: number, isAffected: (failed: FailedDelivery) => boolean = () => true): BehaviourChange =>
  () =>
  (behaviour) => ({
    ...behaviour,
    retryAfter: (failed) => (failed.earlier === 0 && isAffected(failed) ? delay : undefined),
  });

/** The memory of a choice of addresses for a Location's subscription to an event. */
interface Remembered {
  /** The addresses that are right now. */
  right: string[];
  isSubscribed: boolean;
  /** The addresses that earlier events were sent to, oldest first. */
  seen: ReadonlySet<string>;
  /** True if an event came while no one was subscribed, after others that were sent. */
  ended: boolean;
}

/** Chooses the addresses of record events by what was right for earlier ones. */
export const remembering =
  (choose: (remembered: Remembered) => string[]): BehaviourChange =>
  () => {
    const worlds = new WeakMap<object, Map<string, { seen: Set<string>; ended: boolean }>>();
    return (behaviour) => ({
      ...behaviour,
      recipients: (subscriptions, location, event) => {
        const right = behaviour.recipients(subscriptions, location, event);
        const isSubscribed = subscriptions[location] !== undefined;
        const memories = worlds.get(subscriptions) ?? new Map<string, { seen: Set<string>; ended: boolean }>();
        worlds.set(subscriptions, memories);
        const memory = memories.get(`${location} ${event}`) ?? { seen: new Set(), ended: false };
        memories.set(`${location} ${event}`, memory);
        for (const url of right) memory.seen.add(url);
        if (!isSubscribed && memory.seen.size > 0) memory.ended = true;
        return choose({ right, isSubscribed, ...memory });
      },
    });
  };

/** Drops a webhook that follows another of the same kind within some time. */
export const mergedWithin =
  (time: number, kindOf: (webhook: Notice) => string): BehaviourChange =>
  () => {
    const last = new Map<string, number>();
    return notice("*", (webhook, now) => {
      const kind = kindOf(webhook);
      const isMerged = now - (last.get(kind) ?? Number.NEGATIVE_INFINITY) < time;
      last.set(kind, now);
      return isMerged ? [] : webhook;
    })();
  };

/** Sends nothing more to an address that answered 410. */
export const endingAfter410: BehaviourChange = () => {
  const gone = new Set<string>();
  return all(
    () => (behaviour) => ({
      ...behaviour,
      retryAfter: ({ failure, notice: { url } }) => {
        if (failure === 410) gone.add(url);
        return undefined;
      },
    }),
    notice("*", (webhook) => (gone.has(webhook.url) ? [] : webhook)),
  )();
};

/** Chooses the addresses of lifecycle events by those that earlier ones of the application were sent to, oldest first. */
export const formerAddresses =
  (choose: (right: string[], former: string[]) => string[]): BehaviourChange =>
  () => {
    const worlds = new WeakMap<object, Map<number, Set<string>>>();
    return lifecycleRecipients((right, urls, { applicationId }) => {
      const former = worlds.get(urls) ?? new Map<number, Set<string>>();
      worlds.set(urls, former);
      const seen = former.get(applicationId) ?? new Set();
      former.set(applicationId, seen);
      const chosen = choose(right, [...seen]);
      for (const url of right) seen.add(url);
      return chosen;
    })();
  };
