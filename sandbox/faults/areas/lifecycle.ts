import type { FailedDelivery } from "../../world/behaviour.ts";
import { days, hours, minutes, seconds } from "../../world/data/durations.ts";
import { placeOf } from "../../world/data/locations.ts";
import type { DeliveryFailure } from "../../world/state.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { formerAddresses, lifecycleRecipients, mergedWithin, notice, retrying } from "../changes/webhooks.ts";
import { row } from "../changes/world.ts";

/** The address for record events that stands beside an address for lifecycle events. */
const besides = (url: string): string => url.replace(/\/[^/]*$/, "/hooks");

/** True if a lifecycle event failed for a reason. */
const failedWith =
  (event: "freeze" | "uninstall", reason: DeliveryFailure) =>
  ({ notice: { event: name }, failure }: FailedDelivery): boolean =>
    name === event && failure === reason;

export const lifecycleFaults: Faults = {
  "lifecycle events go to their address in small letters": subtly(
    "LIFE-3",
    lifecycleRecipients((right) => right.map((url) => url.toLowerCase())),
  ),
  "a freeze sends nothing": breaks("LIFE-1", row("freeze", { emits: undefined })),
  "a freeze is sent twice": subtly(
    "LIFE-1",
    notice("freeze", (webhook) => [webhook, webhook]),
  ),
  "a freeze is sent after five minutes": subtly(
    "LIFE-1",
    notice("freeze", (webhook) => ({ ...webhook, delay: minutes(5) })),
  ),
  "a disabling sends nothing": breaks("LIFE-2", row("disable active", { emits: undefined })),
  "a disabling of a freezed link sends nothing": subtly("LIFE-2", row("disable freezed", { emits: undefined })),
  "a disabling of a pending link sends nothing": subtly("LIFE-2", row("disable pending", { emits: undefined })),
  "a disabling of a pending link is sent twice": subtly(
    "LIFE-2",
    lifecycleRecipients((right, _, { logs }) =>
      logs.at(-1)?.status_from === "pending" ? [...right, ...right] : right,
    ),
  ),
  "a second freeze sends nothing": subtly(
    "LIFE-1",
    lifecycleRecipients((right, _, { state, logs }) =>
      state === "freezed" && logs.filter(({ status_to }) => status_to === "freezed").length > 1 ? [] : right,
    ),
  ),
  "a freeze after a reconnect sends nothing": subtly(
    "LIFE-1",
    lifecycleRecipients((right, _, { state, grantedAt, createdAt }) =>
      state === "freezed" && grantedAt > createdAt ? [] : right,
    ),
  ),
  "a freeze at a second Location sends nothing": subtly(
    "LIFE-1",
    lifecycleRecipients((right, _, { state, locationId }) =>
      state === "freezed" && locationId === placeOf.second ? [] : right,
    ),
  ),
  "a second disabling sends nothing": subtly(
    "LIFE-2",
    lifecycleRecipients((right, _, { state, logs }) =>
      state === "uninstalled" && logs.filter(({ status_to }) => status_to === "uninstalled").length > 1 ? [] : right,
    ),
  ),
  "a failed freeze event is tried again": subtly("LIFE-1", retrying(minutes(2), failedWith("freeze", 500))),
  "a failed freeze event is tried again the next day": subtly("LIFE-1", retrying(days(1), failedWith("freeze", 503))),
  "a freeze event that is refused is tried again": subtly(
    "LIFE-1",
    retrying(hours(5), failedWith("freeze", "refused")),
  ),
  "a failed uninstall event is tried again": subtly("LIFE-2", retrying(minutes(5), failedWith("uninstall", 404))),
  "an uninstall event without answer is tried again": subtly(
    "LIFE-2",
    retrying(hours(1), failedWith("uninstall", "timeout")),
  ),
  "an uninstall event that broke is tried again": subtly(
    "LIFE-2",
    retrying(days(2), failedWith("uninstall", "broken")),
  ),
  "two freezes within a second send one event": subtly(
    "LIFE-1",
    mergedWithin(seconds(1), ({ event }) => event),
  ),
  "lifecycle events go to every application's address": subtly(
    "LIFE-3",
    lifecycleRecipients((_, urls) => Object.values(urls).flatMap((url) => url ?? [])),
  ),
  "lifecycle events go to one application's address": subtly(
    "LIFE-3",
    lifecycleRecipients((_, urls) =>
      Object.values(urls)
        .flatMap((url) => url ?? [])
        .slice(0, 1),
    ),
  ),
  "a lifecycle address that was replaced still gets events": subtly(
    "LIFE-3",
    formerAddresses((right, former) => [...new Set([...former, ...right])]),
  ),
  "a lifecycle address that was taken away still gets events": subtly(
    "LIFE-3",
    formerAddresses((right, former) => (right.length > 0 ? right : former.slice(-1))),
  ),
  "reconnecting sends an uninstall": subtly("LIFE-8", row("reconnect", { emits: "uninstall" })),
  "a window that closes sends an uninstall": subtly("LIFE-8", row("lapse", { emits: "uninstall" })),
  "a fast install sends a freeze": subtly("LIFE-8", row("fast install", { emits: "freeze" })),
  "uninstalling sends a freeze": subtly("LIFE-8", row("uninstall active", { emits: "freeze" })),
  "disabling a freezed link sends a freeze again": subtly("LIFE-8", row("disable freezed", { emits: "freeze" })),
  "lifecycle events go to subscribers as well": breaks(
    "LIFE-3",
    notice("freeze", (webhook) => [webhook, { ...webhook, url: besides(webhook.url) }]),
  ),
  "a freeze also sends an uninstall": breaks(
    "LIFE-8",
    notice("freeze", (webhook) => [
      webhook,
      { ...webhook, event: "uninstall", body: { ...webhook.body, event: "uninstall" } },
    ]),
  ),
  "installing sends a freeze": subtly("LIFE-8", row("confirm", { emits: "freeze" })),
};
