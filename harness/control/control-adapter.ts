import type { Announced, Delivery, Item, ResetAnswer } from "./control.ts";

type Answer<T> = T | Promise<T>;

/** The argument of every function of an adapter, beside its fields. */
export interface AdapterCall {
  /** Aborts when the function has taken too long; what it answers then is not waited for. */
  signal: AbortSignal;
}

/** A Location's collection that is replaced, or the other Locations that have an application installed. */
export type SeedFields =
  | { location_id: number; collection: "resources" | "calls" | "clients" | "activities"; items: Item[] }
  | { application_id: number; collection: "connected_locations"; items: Item[] };

/** Where a Location's webhooks go to, or the lifecycle events of an application. */
export type HookFields =
  | { location_id: number; url: string; events: string[] }
  | { application_id: number; lifecycle_webhook_url: string | null };

/** A link that the platform freezes, or an application that it disables at a Location. */
export interface LinkFields {
  location_id: number;
  application_id: number;
  action: "freeze" | "disable";
}

/** A record that changes on the platform. */
export interface EmitFields {
  location_id: number;
  event: string;
  change: "created" | "updated" | "deleted";
  resource?: string;
}

/** The exports of a module that `control.adapter` names: any of these. A function that it lacks is not offered. docs/control.md describes each. */
export interface ControlAdapter {
  reset?(fields: { seed: number }, call: AdapterCall): Answer<ResetAnswer>;
  /** Moves the clock on; answers once everything that fell due has been started. */
  advance?(fields: { seconds: number }, call: AdapterCall): Answer<{ now: string | Date }>;
  seed?(fields: SeedFields, call: AdapterCall): Answer<{ items: Item[] }>;
  link?(fields: LinkFields, call: AdapterCall): Answer<unknown>;
  hooks?(fields: HookFields, call: AdapterCall): Answer<unknown>;
  emit?(fields: EmitFields, call: AdapterCall): Answer<Announced>;
  deliveries?(fields: Record<string, never>, call: AdapterCall): Answer<{ deliveries: Partial<Delivery>[] }>;
  /** The time on the target's clock; without it, the clock is moved on by a second to learn the time. */
  now?(fields: Record<string, never>, call: AdapterCall): Answer<string | Date>;
  /** A clock that runs, or that moves only when the suite moves it; frozen if left out. */
  clock?: "frozen" | "running";
}
