import type { InstallState } from "../../specs/install-machine.ts";
import type { CollectionItem } from "./data/collections.ts";
import type { ChangeSource } from "./transitions.ts";

/** The older date-time form of the API, in UTC. */
export const olderDateTime = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");

/** One change of a link's state, as the status log shows it. */
interface StatusLogEntry {
  changed_at: string;
  status_from: InstallState;
  status_to: InstallState;
  source: ChangeSource;
}

/** A payment that the partner reported, as the installation status shows it. */
interface Payment {
  id: number;
  payment_sum: number;
  payment_date: string;
  is_refunded: boolean;
  period_from: string;
  period_to: string;
}

/** The link between an application and a Location. */
export interface StoredLink {
  locationId: number;
  applicationId: number;
  state: InstallState;
  /** Times on the sandbox's clock. */
  createdAt: number;
  grantedAt: number;
  logs: StatusLogEntry[];
  payments: Payment[];
}

/** Where the record events of a Location are sent. */
interface Subscription {
  url: string;
  events: string[];
}

/** Why a delivery failed: the receiver's status, its silence, or a connection that was refused or broken. */
export type DeliveryFailure = number | "timeout" | "refused" | "broken";

/** One delivery of a webhook, from its event to its end. */
export interface StoredDelivery {
  id: number;
  url: string;
  resource: string;
  resource_id: unknown;
  queued_at: string;
  sent_at: string | null;
  ended_at: string | null;
  outcome: "pending" | "delivered" | "failed";
  reason: string | null;
  /** A webhook and its time: after a restart it can still be sent. */
  due: number;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** Everything in a world that changes, as plain data that can be kept across restarts. */
export interface WorldState {
  seed: number;
  now: number;
  /** When this world began; the dates of its data are relative to it. */
  today: number;
  links: Record<string, StoredLink>;
  subscriptions: Record<string, Subscription>;
  lifecycleUrls: Record<string, string | null>;
  collections: Record<string, CollectionItem[]>;
  /** Seeded Locations, as the list of connected Locations shows them. */
  locations: Record<string, CollectionItem>;
  voip: Record<string, boolean>;
  discounts: CollectionItem[];
  channels: Record<string, unknown>;
  unread: Record<string, boolean>;
  shortNames: Record<string, unknown>;
  deliveries: StoredDelivery[];
  lastId: number;
}

export const emptyState = (seed: number, now: number): WorldState => ({
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
