import type { FailedDelivery } from "../../world/behaviour.ts";
import { days, minutes, seconds } from "../../world/data/durations.ts";
import { placeOf } from "../../world/data/locations.ts";
import type { Notice } from "../../world/notices.ts";
import { all, type BehaviourChange, type Faults, subtly } from "../changes/fault.ts";
import { without } from "../changes/replies.ts";
import { formerAddresses, lifecycleRecipients, notice, remembering } from "../changes/webhooks.ts";

type Reshape = (webhook: Notice) => Notice | Notice[];

const isSecond = ({ body }: Notice): boolean => body.company_id === placeOf.second;

/** Changes webhooks of which something holds. */
const where = (holds: (webhook: Notice) => boolean, change: Reshape): BehaviourChange =>
  notice("*", (webhook) => (holds(webhook) ? change(webhook) : webhook));

/** Changes the webhook of an event that comes after so many others of the same kind. */
const later =
  (event: string, after: number, change: (webhook: Notice, first: Notice) => Notice | Notice[]): BehaviourChange =>
  () => {
    const seen: Notice[] = [];
    return notice(event, (webhook) => {
      seen.push(webhook);
      return seen.length > after ? change(webhook, seen[0] ?? webhook) : webhook;
    })();
  };

/** Changes the first webhook to an address after a delivery there has failed. */
const afterFailure =
  (isAffected: (failed: FailedDelivery) => boolean, change: Reshape): BehaviourChange =>
  () => {
    const failed = new Set<string>();
    return all(
      () => (behaviour) => ({
        ...behaviour,
        retryAfter: (delivery) => {
          if (isAffected(delivery)) failed.add(delivery.notice.url);
          return undefined;
        },
      }),
      notice("*", (webhook) => (failed.delete(webhook.url) ? change(webhook) : webhook)),
    )();
  };

/** Changes webhooks to an address of a Location that has taken the place of another. */
const toReplaced = (change: Reshape): BehaviourChange => {
  return () => {
    const replaced = new Set<string>();
    return all(
      remembering(({ right, seen }) => {
        for (const url of right) if ([...seen][0] !== url) replaced.add(url);
        return right;
      }),
      notice("*", (webhook) => (replaced.has(webhook.url) ? change(webhook) : webhook)),
    )();
  };
};

const withBody =
  (change: (body: Notice["body"]) => Notice["body"]): Reshape =>
  (webhook) => ({ ...webhook, body: change(webhook.body) });

const withData = (id: unknown): Reshape => withBody((body) => ({ ...body, data: { ...(body.data as object), id } }));

const again =
  (delay: number): Reshape =>
  (webhook) => [webhook, { ...webhook, delay: webhook.delay + delay }];

const named =
  (event: string): Reshape =>
  (webhook) => [webhook, { ...webhook, event, body: { ...webhook.body, event } }];

/** Events that are right where they are looked at one by one, and wrong beside that: at another Location, later, or after something else. */
export const besideEventFaults: Faults = {
  "data of a second Location's clients is null": subtly(
    "HOOK-12",
    where(
      (webhook) => webhook.event === "ClientEvent" && isSecond(webhook),
      withBody((body) => ({ ...body, data: null })),
    ),
  ),
  "a second Location's schedules carry data": subtly(
    "HOOK-10",
    where(
      (webhook) => webhook.event === "ScheduleEvent" && isSecond(webhook),
      withBody((body) => ({ ...body, data: [1] })),
    ),
  ),
  "from the third on, appointments name the first": subtly(
    "HOOK-3",
    later("RecordEvent", 2, (webhook, first) =>
      [withBody((body) => ({ ...body, resource_id: first.body.resource_id }))(webhook)].flat(),
    ),
  ),
  "from the seventh on, clients carry another's data": subtly(
    "HOOK-26",
    later("ClientEvent", 6, (webhook) => withData(1)(webhook)),
  ),
  "from the sixth on, goods operations have one resource": subtly(
    "HOOK-11",
    later("GoodsOperationEvent", 5, (webhook) =>
      withBody((body) => ({ ...body, resource: "goods_operations" }))(webhook),
    ),
  ),
  "the webhook after an error lacks its status": subtly(
    "HOOK-2",
    afterFailure(
      ({ failure }) => failure === 500,
      withBody((body) => without(body, "status")),
    ),
  ),
  "the webhook after a silence comes twice": subtly(
    "HOOK-6",
    afterFailure(({ failure }) => failure === "timeout", again(seconds(2))),
  ),
  "the webhook after a refused connection is late": subtly(
    "HOOK-4",
    afterFailure(
      ({ failure }) => failure === "refused",
      (webhook) => ({ ...webhook, delay: seconds(20) }),
    ),
  ),
  "webhooks to a replaced address are labelled as text": subtly(
    "HOOK-1",
    toReplaced((webhook) => ({ ...webhook, headers: { "content-type": "text/plain" } })),
  ),
  "webhooks to a replaced address are an update": subtly(
    "HOOK-3",
    toReplaced(withBody((body) => ("status" in body ? { ...body, status: "update" } : body))),
  ),
  "a second Location's webhooks come again the next day": subtly("HOOK-6", where(isSecond, again(days(1)))),
  "an hour after an appointment, another is sent that never was": subtly(
    "HOOK-3",
    notice("RecordEvent", (webhook) => [
      webhook,
      { ...webhook, delay: minutes(60), body: { ...webhook.body, resource_id: 777_777, data: { id: 777_777 } } },
    ]),
  ),
  "a freeze of a reconnected link is sent twice": subtly(
    "LIFE-1",
    lifecycleRecipients((right, _, { state, grantedAt, createdAt }) =>
      state === "freezed" && grantedAt > createdAt ? [...right, ...right] : right,
    ),
  ),
  "a freeze at a second Location also sends an uninstall": subtly(
    "LIFE-8",
    notice("freeze", (webhook) =>
      JSON.stringify(webhook.body).includes(String(placeOf.second)) ? named("uninstall")(webhook) : webhook,
    ),
  ),
  "an uninstall event comes again a day later": subtly(
    "LIFE-2",
    notice("uninstall", (webhook) => [webhook, { ...webhook, delay: days(1) }]),
  ),
  "a second disabling's event comes after two minutes": subtly(
    "LIFE-2",
    later("uninstall", 1, (webhook) => ({ ...webhook, delay: minutes(2) })),
  ),
  "events of a freezed link go to the first address that was set": subtly(
    "LIFE-3",
    formerAddresses((right, former) => (right.length > 0 && former.length > 1 ? former.slice(0, 1) : right)),
  ),
};
