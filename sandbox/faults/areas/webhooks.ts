import { seconds } from "../../world/data/durations.ts";
import { chainOf } from "../../world/data/locations.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { without } from "../changes/replies.ts";
import { withoutRoute } from "../changes/routes.ts";
import { envelope, notice, recipients, unsent } from "../changes/webhooks.ts";
import { policy } from "../changes/world.ts";

/** Moves the id that an event names. */
const shiftedId = (event: string, by: number) =>
  envelope(event, (body) => ({ ...body, resource_id: Number(body.resource_id) + by }));

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
  "a failed delivery is tried again": breaks(
    "HOOK-7",
    policy({ webhookRetries: { status: 1, timeout: 0, unreachable: 0 } }),
  ),
  "a delivery without answer is tried again": breaks(
    "HOOK-8",
    policy({ webhookRetries: { status: 0, timeout: 1, unreachable: 0 } }),
  ),
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
  "there are no subscription settings": breaks("HOOK-15", withoutRoute("readHooksSettings")),
  "a schedule's resource_id is the schedule's": breaks("HOOK-23", shiftedId("ScheduleEvent", 100_000)),
  "product write-offs send nothing": subtly(
    "HOOK-24",
    unsent("GoodsOperationEvent", { resource: "goods_operations_stolen" }),
  ),
};
