import { UsageError } from "../specs/blame.ts";
import { limit } from "../specs/limits.ts";
import { Control } from "./control.ts";
import type { Target } from "./target.ts";
import type { TargetProfile } from "./target-profile.ts";
import { timerOf } from "./target-timer.ts";

/** Makes a target of a profile: with a control that can reset, the world it answers fills what the profile leaves out. */
export async function resolveTarget(profile: TargetProfile, seed: number): Promise<Target> {
  const control = profile.control && new Control(profile.control.url, profile.control.token);
  const description = await control?.describe();
  const canReset = description?.capabilities.includes("reset") ?? false;
  const world = control && canReset ? await control.reset(seed) : undefined;
  const urls = { ...world?.urls, ...profile.urls };
  if (Object.keys(urls).length === 0) {
    throw new UsageError(
      `${profile.name}: urls: it is missing, and the control protocol offers no reset; give the target's addresses`,
    );
  }
  return {
    name: profile.name,
    urls,
    credentials: { ...world?.credentials, ...profile.credentials },
    fixtures: { ...world?.fixtures, ...profile.fixtures },
    allow: { mutations: canReset, bursts: canReset, ...profile.allow },
    pace: { per_second: limit("rate_per_second"), per_minute: limit("rate_per_minute"), ...profile.pace },
    timer: timerOf(control, description),
    ...(profile.tls?.ca_file ? { caFile: profile.tls.ca_file } : {}),
  };
}
