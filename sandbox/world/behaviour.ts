import { limit } from "../../specs/limits.ts";
import { type CursorRefusal, cursorRefusals, openCursor } from "./cursors.ts";
import type { CollectionItem } from "./data/collections.ts";
import { type Filters, filters } from "./filters.ts";
import type { Notice } from "./notices.ts";
import { byTitleThenId } from "./order.ts";
import { defaultPolicy, type Policy } from "./policy.ts";
import type { DeliveryFailure, StoredLink, WorldState } from "./state.ts";
import { guards, type MachineRow, transitions } from "./transitions.ts";

/** A delivery that failed: why, and how many attempts came before it. */
export interface FailedDelivery {
  notice: Notice;
  failure: DeliveryFailure;
  earlier: number;
}

/** The rules of a world, as tables. */
export interface WorldBehaviour {
  policy: Policy;
  transitions: readonly MachineRow[];
  guards: typeof guards;
  filters: Filters;
  /** How the v3 list is ordered. */
  order: (a: CollectionItem, b: CollectionItem) => number;
  /** Why a cursor is refused, in the order in which the reasons are checked. */
  cursorRefusals: readonly CursorRefusal[];
  openCursor: typeof openCursor;
  /** The addresses that a record event of a Location is sent to. */
  recipients: (subscriptions: WorldState["subscriptions"], locationId: number, event: string) => string[];
  /** The addresses that a lifecycle event of a link is sent to. */
  lifecycleRecipients: (urls: WorldState["lifecycleUrls"], link: StoredLink) => string[];
  /** Changes to each webhook before it is queued, at a time; it may become several, or none. */
  notices: readonly ((notice: Notice, now: number) => Notice[])[];
  /** After how many milliseconds a failed delivery is tried again; undefined where it is not. */
  retryAfter: (failed: FailedDelivery) => number | undefined;
}

/** The address of a Location's subscription, for the events that it lists. */
const recipients: WorldBehaviour["recipients"] = (subscriptions, locationId, event) => {
  const subscription = subscriptions[locationId];
  return subscription?.events.includes(event) ? [subscription.url] : [];
};

/** The address that is set for a link's application. */
const lifecycleRecipients: WorldBehaviour["lifecycleRecipients"] = (urls, { applicationId }) => {
  const url = urls[applicationId];
  return url ? [url] : [];
};

/** The world that the specification describes, with our choices where it is silent. */
export const specifiedWorld = (policy: Partial<Policy> = {}): WorldBehaviour => ({
  policy: { ...defaultPolicy(), ...policy },
  transitions,
  guards,
  filters,
  order: byTitleThenId,
  cursorRefusals,
  openCursor,
  recipients,
  lifecycleRecipients,
  notices: [],
  retryAfter: ({ notice, earlier }) => (earlier < limit("webhook_retries") ? notice.delay : undefined),
});
