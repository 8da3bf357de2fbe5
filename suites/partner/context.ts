import type { Control } from "../../harness/control.ts";
import type { PartnerProfile } from "../../harness/partner-profile.ts";
import type { Credentials, Urls } from "../../harness/target.ts";
import type { Recorder } from "./recorder.ts";

/** Somebody at a terminal, who does by hand what the profile does not tell how to do. */
export interface Person {
  /** Says what to do; the wait is over when it was done, or after so many seconds. */
  told(what: string, seconds: number): { done(): void };
}

/** What a certification is played with. */
export interface CertificationContext {
  control: Control;
  urls: Urls;
  credentials: Credentials;
  application_id: number;
  /** Locations of one owner: the first two as any, the others for what goes wrong. */
  locations: readonly number[];
  profile: PartnerProfile;
  recorder: Recorder;
  person?: Person;
  /** How the application ended by itself, if it did. */
  ended(): string | undefined;
  interruption: AbortSignal;
}
