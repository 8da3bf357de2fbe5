import type { Item } from "./data/collections.ts";
import type { State as LinkState, Source } from "./transitions.ts";

/** The older form of a date-time, in UTC. */
export const localTime = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");

export interface LogEntry {
  changed_at: string;
  status_from: LinkState;
  status_to: LinkState;
  source: Source;
}

export interface Payment {
  id: number;
  payment_sum: number;
  payment_date: string;
  is_refunded: boolean;
  period_from: string;
  period_to: string;
}

/** The link between an application and a Location. */
export interface Link {
  locationId: number;
  applicationId: number;
  state: LinkState;
  /** Times on the sandbox's clock. */
  createdAt: number;
  grantedAt: number;
  logs: LogEntry[];
  payments: Payment[];
}

/** One delivery of a webhook, from its event to its end. */
export interface Delivery {
  id: number;
  url: string;
  resource: string;
  resource_id: unknown;
  queued_at: string;
  sent_at: string | null;
  ended_at: string | null;
  outcome: "pending" | "delivered" | "failed";
  reason: string | null;
  /** What is sent, and when, so that a restart can send it still. */
  due: number;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** Everything that changes, as plain data, so that it can be kept across restarts. */
export interface State {
  seed: number;
  now: number;
  /** The first day of this world, from which its data counts. */
  today: number;
  links: Record<string, Link>;
  subscriptions: Record<string, { url: string; events: string[] }>;
  lifecycleUrls: Record<string, string | null>;
  collections: Record<string, Item[]>;
  /** Locations that somebody put there, as the list of connected ones shows them. */
  locations: Record<string, Item>;
  voip: Record<string, boolean>;
  discounts: Item[];
  channels: Record<string, unknown>;
  unread: Record<string, boolean>;
  shortNames: Record<string, unknown>;
  deliveries: Delivery[];
  lastId: number;
}

export const emptyState = (seed: number, now: number): State => ({
  seed,
  now,
  today: now,
  links: {},
  subscriptions: {},
  lifecycleUrls: {},
  collections: {},
  locations: {},
  voip: {},
  discounts: [],
  channels: {},
  unread: {},
  shortNames: {},
  deliveries: [],
  lastId: 1000,
});
