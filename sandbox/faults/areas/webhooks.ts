import { STATUS_CODES } from "node:http";
import { succeeded } from "../../api/call/replies.ts";
import type { FailedDelivery } from "../../world/behaviour.ts";
import { days, hours, minutes, seconds } from "../../world/data/durations.ts";
import { chainOf, placeOf } from "../../world/data/locations.ts";
import { all, type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { without } from "../changes/replies.ts";
import { asking, handling, withoutRoute } from "../changes/routes.ts";
import {
  endingAfter410,
  envelope,
  mergedWithin,
  notice,
  recipients,
  remembering,
  retrying,
  unsent,
} from "../changes/webhooks.ts";
import { policy } from "../changes/world.ts";

/** Moves the id that an event names. */
const shiftedId = (event: string, by: number) =>
  envelope(event, (body) => ({ ...body, resource_id: Number(body.resource_id) + by }));

const hasStatus = ({ failure }: FailedDelivery): boolean => typeof failure === "number";
const hasStatus503 = ({ failure }: FailedDelivery): boolean => failure === 503;

/** Subscription settings that are kept to be read again, and for nothing else. */
const settingsForShow: BehaviourChange = () => {
  const given = new Map<number, unknown>();
  return all(
    handling("changeHooksSettings", () => (call) => {
      given.set(Number(call.path.location_id), call.body);
      return succeeded(call.body);
    }),
    handling("readHooksSettings", (handle) => (call) => {
      const settings = given.get(Number(call.path.location_id));
      return settings ? succeeded(settings) : handle(call);
    }),
  )();
};

/** Sends no more webhooks than that within the time that each takes to come. */
const underWayAtMost =
  (most: number): BehaviourChange =>
  () => {
    let underWay: number[] = [];
    return notice("*", (webhook, now) => {
      underWay = underWay.filter((due) => due > now);
      if (underWay.length >= most) return [];
      underWay.push(now + webhook.delay);
      return webhook;
    })();
  };

/** Sends nothing more to an address some time after the first webhook there. */
const endingAfter =
  (time: number): BehaviourChange =>
  () => {
    const first = new Map<string, number>();
    return notice("*", (webhook, now) => {
      first.set(webhook.url, first.get(webhook.url) ?? now);
      return now - (first.get(webhook.url) ?? now) > time ? [] : webhook;
    })();
  };

/** Sends webhooks to another form of their address. */
const readdressed = (change: (url: string) => string): BehaviourChange =>
  notice("*", (webhook) => ({ ...webhook, url: change(webhook.url) }));

export const webhookFaults: Faults = {
  "webhooks are PUT": breaks(
    "HOOK-1",
    notice("*", (webhook) => ({ ...webhook, method: "PUT" })),
  ),
  "webhooks are labelled as text": breaks(
    "HOOK-1",
    notice("*", (webhook) => ({ ...webhook, headers: { "content-type": "text/plain" } })),
  ),
  "webhooks lack data": breaks(
    "HOOK-2",
    envelope("ClientEvent", (body) => without(body, "data")),
  ),
  "deleted records have no status": subtly(
    "HOOK-2",
    envelope(["StaffEvent", "RecordEvent"], (body) => (body.status === "delete" ? without(body, "status") : body)),
  ),
  "company_id is the Chain's": breaks(
    "HOOK-3",
    envelope("*", (body) => ("company_id" in body ? { ...body, company_id: chainOf.owner } : body)),
  ),
  "resource_id of goods is another's": subtly("HOOK-3", shiftedId("GoodEvent", 1)),
  "every change is an update": subtly(
    "HOOK-3",
    envelope("ServiceEvent", (body) => ({ ...body, status: "update" })),
  ),
  "webhooks come at once": breaks("HOOK-4", policy({ webhookDelay: seconds(1) })),
  "webhooks come half a minute late": breaks("HOOK-4", policy({ webhookDelay: seconds(30) })),
  "webhooks come a little late": subtly("HOOK-4", policy({ webhookDelay: seconds(12) })),
  "every event is sent": breaks(
    "HOOK-5",
    recipients((subscriptions, location) => (subscriptions[location] ? [subscriptions[location].url] : [])),
  ),
  "events of other Locations are sent": subtly(
    "HOOK-5",
    recipients((subscriptions, _, event) => {
      const subscribed = Object.values(subscriptions).filter(({ events }) => events.includes(event));
      return [...new Set(subscribed.map(({ url }) => url))];
    }),
  ),
  "webhooks are sent twice": breaks(
    "HOOK-6",
    notice("*", (webhook) => [webhook, webhook]),
  ),
  "appointments are sent twice": subtly(
    "HOOK-6",
    notice("RecordEvent", (webhook) => [webhook, { ...webhook, delay: webhook.delay + seconds(2) }]),
  ),
  "a webhook comes again a day later": subtly(
    "HOOK-6",
    notice("ClientEvent", (webhook) => [webhook, { ...webhook, delay: webhook.delay + days(1) }]),
  ),
  "a failed delivery is tried again": breaks("HOOK-7", retrying(seconds(5), hasStatus)),
  "a failed delivery is tried again after five hours": subtly("HOOK-7", retrying(hours(5), hasStatus)),
  "a failed delivery is tried again after two days": subtly("HOOK-7", retrying(days(2), hasStatus)),
  "a 503 is tried again": subtly("HOOK-7", retrying(minutes(1), hasStatus503)),
  "a 429 is tried again": subtly(
    "HOOK-7",
    retrying(minutes(1), ({ failure }) => failure === 429),
  ),
  "a redirect is tried again": subtly(
    "HOOK-7",
    retrying(seconds(1), ({ failure }) => failure === 301),
  ),
  "a refused connection is tried again": subtly(
    "HOOK-8",
    retrying(hours(1), ({ failure }) => failure === "refused"),
  ),
  "a broken connection is tried again": subtly(
    "HOOK-8",
    retrying(seconds(0), ({ failure }) => failure === "broken"),
  ),
  "a subscription ends with a 410": subtly("HOOK-9", endingAfter410),
  "a delivery without answer is tried again": breaks(
    "HOOK-8",
    retrying(seconds(5), ({ failure }) => failure === "timeout"),
  ),
  "a delivery without answer is tried again the next day": subtly(
    "HOOK-8",
    retrying(days(1), ({ failure }) => failure === "timeout"),
  ),
  "two changes within a second send one event": subtly(
    "HOOK-9",
    mergedWithin(seconds(1), ({ event }) => event),
  ),
  "different changes within a second send one event": subtly(
    "HOOK-9",
    mergedWithin(seconds(1), ({ url }) => url),
  ),
  "webhooks of a second Location are not sent": subtly(
    "HOOK-9",
    notice("*", (webhook) => (webhook.body.company_id === placeOf.second ? [] : webhook)),
  ),
  "a subscription that was renewed sends nothing": subtly(
    "HOOK-9",
    remembering(({ ended, right }) => (ended ? [] : right)),
  ),
  "an address that was replaced still gets events": subtly(
    "HOOK-5",
    remembering(({ right, seen }) => (right.length > 0 ? [...new Set([...seen, ...right])] : [])),
  ),
  "an address that was taken away still gets events": subtly(
    "HOOK-5",
    remembering(({ right, isSubscribed, seen }) => (isSubscribed ? right : [...seen].slice(-1))),
  ),
  "an address that was replaced goes on alone": subtly(
    "HOOK-5",
    remembering(({ right, seen }) => [...seen].slice(0, right.length)),
  ),
  "all Locations share the last address": subtly(
    "HOOK-5",
    recipients((subscriptions, location, event) =>
      subscriptions[location]?.events.includes(event)
        ? Object.values(subscriptions)
            .map(({ url }) => url)
            .slice(-1)
        : [],
    ),
  ),
  "events go to the lifecycle address as well": subtly(
    "HOOK-5",
    notice("ClientEvent", (webhook) => [webhook, { ...webhook, url: webhook.url.replace(/\/[^/]*$/, "/lifecycle") }]),
  ),
  "no more than sixty webhooks are under way": subtly("HOOK-9", underWayAtMost(60)),
  "a subscription ends after half a year": subtly("HOOK-9", endingAfter(days(182))),
  "a slash at the end of an address is dropped": subtly(
    "HOOK-5",
    readdressed((url) => url.replace(/\/$/, "")),
  ),
  "escapes in an address are escaped again": subtly(
    "HOOK-5",
    readdressed((url) => url.replaceAll("%", "%25")),
  ),
  "a status without a name is tried again": subtly(
    "HOOK-7",
    retrying(hours(1), ({ failure }) => typeof failure === "number" && !(failure in STATUS_CODES)),
  ),
  "a 304 is tried again": subtly(
    "HOOK-7",
    retrying(minutes(1), ({ failure }) => failure === 304),
  ),
  "a failed delivery is tried again after a month": subtly("HOOK-7", retrying(days(30), hasStatus)),
  "subscription settings are told and ignored": subtly("HOOK-15", settingsForShow),
  "receivers have ten seconds": breaks("HOOK-8", policy({ webhookTimeout: seconds(10) })),
  "receivers have a minute": subtly("HOOK-8", policy({ webhookTimeout: seconds(60) })),
  "loyalty cards send nothing": breaks("HOOK-9", unsent("LoyaltyCardEvent")),
  "deleted service categories send nothing": subtly("HOOK-9", unsent("ServiceCategoryEvent", { status: "delete" })),
  "updated products send nothing": subtly("HOOK-9", unsent("GoodEvent", { status: "update" })),
  "a schedule carries an object": breaks(
    "HOOK-10",
    envelope("ScheduleEvent", (body) => ({ ...body, data: {} })),
  ),
  "a schedule that is deleted carries data": subtly(
    "HOOK-10",
    envelope("ScheduleEvent", (body) =>
      body.status === "delete" ? { ...body, data: [{ date: "2026-03-02" }] } : body,
    ),
  ),
  "goods operations have one resource": breaks(
    "HOOK-11",
    envelope("GoodsOperationEvent", (body) => ({ ...body, resource: "goods_operation" })),
  ),
  "clients carry null": breaks(
    "HOOK-12",
    envelope("ClientEvent", (body) => ({ ...body, data: null })),
  ),
  "a product that is deleted carries null": subtly(
    "HOOK-12",
    envelope("GoodEvent", (body) => (body.status === "delete" ? { ...body, data: null } : body)),
  ),
  "a movement of products carries null": subtly(
    "HOOK-12",
    envelope("GoodsOperationEvent", (body) =>
      body.resource === "goods_operations_move" ? { ...body, data: null } : body,
    ),
  ),
  "data is of another appointment": breaks(
    "HOOK-26",
    envelope("RecordEvent", (body) => ({ ...body, data: { ...(body.data as object), id: 1 } })),
  ),
  "kinds of records are compared by their beginnings": subtly(
    "HOOK-5",
    recipients((subscriptions, location, event) => {
      const { url = "", events: kinds = [] } = subscriptions[location] ?? {};
      return kinds.some((kind) => event.startsWith(kind.replace(/Event$/, ""))) ? [url] : [];
    }),
  ),
  "a second Location's subscription settings are those of the first": subtly(
    "HOOK-15",
    asking("readHooksSettings", ({ path }) =>
      Number(path.location_id) === placeOf.second ? { path: { ...path, location_id: String(placeOf.main) } } : {},
    ),
  ),
  "there are no subscription settings": breaks("HOOK-15", withoutRoute("readHooksSettings")),
  "a schedule's resource_id is the schedule's": breaks("HOOK-23", shiftedId("ScheduleEvent", 100_000)),
  "product write-offs send nothing": subtly(
    "HOOK-24",
    unsent("GoodsOperationEvent", { resource: "goods_operations_stolen" }),
  ),
};
