import { type CursorRefusal, cursorRefusals, openCursor } from "./cursors.ts";
import type { CollectionItem } from "./data/collections.ts";
import { type Filters, filters } from "./filters.ts";
import type { Notice } from "./notices.ts";
import { byTitleThenId } from "./order.ts";
import { defaultPolicy, type Policy } from "./policy.ts";
import type { WorldState } from "./state.ts";
import { guards, type MachineRow, transitions } from "./transitions.ts";

/** What a world goes by, as tables. */
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
  /** What is done to each webhook before it is queued; it may become several, or none. */
  notices: readonly ((notice: Notice) => Notice[])[];
}

/** The address of a Location's subscription, for the events that it lists. */
const recipients: WorldBehaviour["recipients"] = (subscriptions, locationId, event) => {
  const subscription = subscriptions[locationId];
  return subscription?.events.includes(event) ? [subscription.url] : [];
};

/** What the specification says of a world, with our choices where it is silent. */
export const specifiedWorld = (policy: Partial<Policy> = {}): WorldBehaviour => ({
  policy: { ...defaultPolicy(), ...policy },
  transitions,
  guards,
  filters,
  order: byTitleThenId,
  cursorRefusals,
  openCursor,
  recipients,
  notices: [],
});
