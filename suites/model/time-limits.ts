import { seconds } from "../../base/durations.ts";
import { limit } from "../../specs/limits.ts";

const timeLimit = (name: string): number => seconds(limit(name));

/** The time after a grant in which the callback may come, in milliseconds like all that follow. */
export const confirmationWindow = timeLimit("confirmation_window");

/** The time that a cursor of the v3 list lives. */
export const cursorLifetime = timeLimit("cursor_lifetime");

/** The time after a change in which its webhook may come: not before the first, not after the second. */
export const webhookDelay = {
  earliest: timeLimit("webhook_delay.earliest"),
  latest: timeLimit("webhook_delay.latest"),
};

/** The time that a receiver of webhooks has to answer. */
export const webhookTimeout = timeLimit("webhook_timeout");

/** The time that a lifecycle event may take. */
export const lifecycleDelivery = timeLimit("lifecycle_delivery");

/** How far from the edge of a window something is judged: on the edge itself, nothing is. */
export const edge = timeLimit("edge");

/** Two reads so close together are of one moment. */
export const sameMoment = seconds(10);
