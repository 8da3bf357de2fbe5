import type { Operation } from "../specs/operations.ts";
import type { Provocation } from "./application/provocation.ts";
import type { ReceiverAddress } from "./receiver.ts";
import type { Timer } from "./time/pace.ts";

export const urlNames = ["base_url", "api_root", "app_url", "v3_base_url"] as const;

/** The addresses of a provider. */
export type Urls = Record<(typeof urlNames)[number], string>;

export const credentialNames = [
  "partner_token",
  "owner_user_token",
  "system_user_token",
  "limited_user_token",
  "no_access_user_token",
  "v3_token",
  "v3_other_token",
  "v3_unscoped_token",
] as const;

/** The tokens that a provider has issued. */
export type Credentials = Record<(typeof credentialNames)[number], string>;

const idNames = [
  "location_id",
  "second_location_id",
  "application_id",
  "fast_application_id",
  "draft_application_id",
  "blocked_location_id",
  "inaccessible_location_id",
  "unknown_location_id",
  "service_id",
] as const;

export const fixtureNames = [...idNames, "client_ids"] as const;

/** Facts of a provider that proofs ask for. */
export type Fixtures = Record<(typeof idNames)[number], number> & { client_ids: number[] };

/** A provider, as its profile and its world describe it. What it lacks makes requirements untestable. */
export interface Target {
  name: string;
  urls: Partial<Urls>;
  credentials: Partial<Credentials>;
  fixtures: Partial<Fixtures>;
  allow: { mutations: boolean; bursts: boolean };
  pace: { per_second: number; per_minute: number };
  /** For how long after a write a read may still show what was before, in milliseconds. */
  settle?: number;
  caFile?: string;
  /** True if it is in this process, and so closes no connection that is being used. */
  isHere?: boolean;
  /** Where the suite's own receiver of webhooks listens. */
  webhooks: ReceiverAddress;
  /** How events are caused, by event and change, such as `ClientEvent.created`. */
  provoke: Readonly<Record<string, Provocation>>;
  /** Where commands of the profile are run. */
  folder: string;
  /** The operations, with the payloads that the profile's overlays supply. */
  operations: readonly Operation[];
  timer: Timer;
}
