import { seconds } from "../base/durations.ts";
import { limit } from "../specs/limits.ts";
import { loadOperations } from "../specs/operations.ts";
import { operationsWith } from "../specs/overlays.ts";
import { Control } from "./control.ts";
import type { Timer } from "./pace.ts";
import { profileError } from "./profile-error.ts";
import type { Target } from "./target.ts";
import type { TargetProfile } from "./target-profile.ts";
import { timerOf } from "./target-timer.ts";

/** A target during a run: what its control protocol can do, its time, and its worlds, one after the other. */
export interface Session {
  control?: Control;
  /** Whether the target's control protocol has a capability, such as `reset`. */
  can(capability: string): boolean;
  timer: Timer;
  /** What must never be written anywhere, in whichever world. */
  secrets: Readonly<Record<string, string>>;
  /** A world of the target: a new one where it can be reset, and the only one elsewhere. */
  open(seed: number): Promise<Target>;
}

/** Begins to talk to the target of a profile. */
export async function createSession(profile: TargetProfile): Promise<Session> {
  const control = profile.control && new Control(profile.control.url, profile.control.token);
  const description = await control?.describe();
  const can = (capability: string) => description?.capabilities.includes(capability) ?? false;
  if (!profile.urls && !can("reset")) {
    throw profileError("urls", "it is missing, and the control protocol offers no reset; give the target's addresses");
  }
  const operations = profile.overlays?.length ? operationsWith(profile.overlays) : loadOperations();
  const timer = timerOf(control, description);
  return {
    ...(control ? { control } : {}),
    can,
    timer,
    secrets: { ...profile.credentials, ...(profile.control?.token ? { control_token: profile.control.token } : {}) },
    async open(seed) {
      const world = control && can("reset") ? await control.reset(seed) : undefined;
      return {
        name: profile.name,
        urls: { ...world?.urls, ...profile.urls },
        credentials: { ...world?.credentials, ...profile.credentials },
        fixtures: { ...world?.fixtures, ...profile.fixtures },
        allow: { mutations: can("reset"), bursts: can("reset"), ...profile.allow },
        pace: { per_second: limit("rate_per_second"), per_minute: limit("rate_per_minute"), ...profile.pace },
        settle: seconds(profile.settle_s ?? limit("settling")),
        timer,
        operations,
        webhooks: profile.webhooks ?? {},
        ...(profile.tls?.ca_file ? { caFile: profile.tls.ca_file } : {}),
      };
    },
  };
}
