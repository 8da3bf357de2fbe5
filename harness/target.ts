import type { Operation } from "../specs/operations.ts";
import type { Timer } from "./pace.ts";
import type { ReceiverAddress } from "./receiver.ts";

/** The addresses of a provider. */
export interface Urls {
  base_url: string;
  api_root: string;
  app_url: string;
  v3_base_url: string;
}

/** The tokens that a provider has issued, by the roles that they are for. */
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

export type Credentials = Record<(typeof credentialNames)[number], string>;

/** What exists on a provider, for proofs to ask for. */
export interface Fixtures {
  location_id: number;
  second_location_id: number;
  application_id: number;
  fast_application_id: number;
  draft_application_id: number;
  blocked_location_id: number;
  inaccessible_location_id: number;
  unknown_location_id: number;
  service_id: number;
  client_ids: number[];
}

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
  /** Where the suite's own receiver of webhooks listens. */
  webhooks: ReceiverAddress;
  /** The operations, with the payloads that the profile's overlays supply. */
  operations: readonly Operation[];
  timer: Timer;
}
