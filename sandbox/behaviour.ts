import { type Access, access } from "./access.ts";
import type { Call } from "./call.ts";
import { type CursorFault, cursorFaults } from "./cursors.ts";
import type { Item } from "./data/collections.ts";
import { type Filters, filters } from "./filters.ts";
import { defaultPolicy, type Policy } from "./policy.ts";
import type { Reply } from "./replies.ts";
import { type Route, routes } from "./routes.ts";
import { guards, type Transition, transitions } from "./transitions.ts";
import type { Notice } from "./webhooks.ts";

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
  /** What is done to each reply before it is sent. */
  replies: readonly ((reply: Reply, call: Call) => Reply)[];
  /** What is done to each webhook before it is queued; several, or none, may come of one. */
  notices: readonly ((notice: Notice) => Notice[])[];
}

/** By title, then by id: ids of one kind are compared as they are, others as text. */
export function byTitleThenId(one: Item, other: Item): number {
  const [title, otherTitle] = [String(one.title), String(other.title)];
  if (title !== otherTitle) return title < otherTitle ? -1 : 1;
  return compareIds(one.id, other.id);
}

export function compareIds(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) !== String(other));
}

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
  replies: [],
  notices: [],
});
