import { type Access, access } from "./api/access.ts";
import type { Call } from "./api/call.ts";
import { type Route, routes } from "./api/routes.ts";
import type { Reply } from "./api/server/replies.ts";
import { defaultPolicy, type Policy } from "./policy.ts";
import type { Notice } from "./webhooks.ts";
import { type CursorFault, cursorFaults, openCursor } from "./world/cursors.ts";
import type { Item } from "./world/data/collections.ts";
import { type Filters, filters } from "./world/filters.ts";
import type { State } from "./world/state.ts";
import { guards, type Transition, transitions } from "./world/transitions.ts";

/** Everything the sandbox goes by, as tables. A fault replaces an entry of one of them, and no code. */
export interface Behaviour {
  policy: Policy;
  routes: readonly Route[];
  transitions: readonly Transition[];
  guards: typeof guards;
  access: Access;
  filters: Filters;
  /** How the v3 list is ordered. */
  order: (one: Item, other: Item) => number;
  /** Why a cursor is refused, in the order in which it is asked. */
  cursorFaults: readonly CursorFault[];
  openCursor: typeof openCursor;
  /** The addresses to which a record event of a Location goes. */
  recipients: (subscriptions: State["subscriptions"], locationId: number, event: string) => string[];
  /** What is done to each reply before it is sent. */
  replies: readonly ((reply: Reply, call: Call) => Reply)[];
  /** What is done to each webhook before it is queued; several, or none, may come of one. */
  notices: readonly ((notice: Notice) => Notice[])[];
}

/** By title, then by id. */
export function byTitleThenId(one: Item, other: Item): number {
  const [title, otherTitle] = [String(one.title), String(other.title)];
  if (title !== otherTitle) return title < otherTitle ? -1 : 1;
  return compareIds(one.id, other.id);
}

/** Numbers by size, strings as text, and numbers before strings, so that no two ids are alike. */
export function compareIds(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
  return String(one) < String(other) ? -1 : Number(String(one) !== String(other));
}

/** The address that a Location's subscription names, for the events that it lists. */
const recipients: Behaviour["recipients"] = (subscriptions, locationId, event) => {
  const subscription = subscriptions[locationId];
  return subscription?.events.includes(event) ? [subscription.url] : [];
};

/** What the specification says, with our choices where it is silent. */
export const specified = (policy: Partial<Policy> = {}): Behaviour => ({
  policy: { ...defaultPolicy(), ...policy },
  routes,
  transitions,
  guards,
  access,
  filters,
  order: byTitleThenId,
  cursorFaults,
  openCursor,
  recipients,
  replies: [],
  notices: [],
});
