import { parseDuration, seconds } from "../base/durations.ts";
import { inSentence } from "../base/text/wording.ts";
import { limit } from "../specs/limits.ts";
import { loadOperations } from "../specs/operations.ts";
import { operationsWith } from "../specs/overlays/overlays.ts";
import { type Bounds, boundsOf, megabytes } from "./bounds.ts";
import { Control, type ResetAnswer } from "./control/control.ts";
import { isControlError } from "./control/control-calls.ts";
import { httpPort } from "./control/control-http.ts";
import { loadAdapter } from "./control/load-adapter.ts";
import { profileError } from "./profiles/profile-error.ts";
import type { TargetProfile } from "./profiles/target-profile.ts";
import { createRedaction, type Redaction } from "./redaction/redaction.ts";
import type { Target } from "./target.ts";
import type { Timer } from "./time/pace.ts";
import { patienceOf } from "./time/patience.ts";
import { timerOf } from "./time/target-timer.ts";

/** A target during a run: what its control protocol can do, its time, and its worlds, one after the other. */
export interface Session {
  control?: Control;
  /** True if the target's control protocol has a capability, such as `reset`. */
  can(capability: string): boolean;
  /** Why the control protocol does not have capabilities. */
  whyNot(...capabilities: string[]): string;
  /** The profile's own facts of the target, without those of its control protocol. */
  written: Pick<TargetProfile, "urls" | "credentials" | "control" | "overlays">;
  timer: Timer;
  /** For how long a run may wait where time cannot be moved, in milliseconds. */
  patience: number;
  bounds: Bounds;
  /** Someone who does what no request can do, where there is one. */
  person?: Helper;
  /** Takes what must never be written anywhere out of texts, in whichever world. */
  redaction: Redaction;
  /** A world of the target: a new one where it can be reset, and the only one elsewhere. */
  open(seed: number): Promise<Target>;
}

/** Someone at a terminal who does what is asked; returns whether it was done. */
export interface Helper {
  ask(task: string): Promise<boolean>;
}

/** How a session goes where the target's clock cannot be moved. */
export interface SessionOptions {
  /** How time passes; by itself if left out. */
  time?: Timer | undefined;
  /** For how long a run may wait, in milliseconds; what the profile says if left out. */
  patience?: number | undefined;
  person?: Helper | undefined;
  /** Learns what must never be written anywhere; one of its own if left out. */
  redaction?: Redaction | undefined;
}

/** Begins to talk to the target of a profile. */
export async function createSession(
  profile: TargetProfile,
  {
    time,
    patience = parseDuration(profile.patience ?? "0s") ?? 0,
    person,
    redaction = createRedaction(),
  }: SessionOptions = {},
): Promise<Session> {
  const token = profile.control && "token" in profile.control ? profile.control.token : undefined;
  redaction.keep({ ...profile.credentials, ...(token ? { control_token: token } : {}) });
  redaction.keep(profile.secrets ?? []);
  const control = await openControl(profile);
  const description = await control?.describe();
  // Capabilities that were offered, but failed when they were needed first.
  const lost = new Map<string, string>();
  const can = (capability: string) =>
    (description?.capabilities.includes(capability) ?? false) && !lost.has(capability);
  if (!profile.urls && !can("reset")) {
    throw profileError("urls", "it is missing, and the control protocol offers no reset; give the target's addresses");
  }
  const operations = profile.overlays?.length ? operationsWith(profile.overlays) : loadOperations();
  const timer = timerOf(control, description, time);
  let isFirst = true;

  /** Resets the target; where that fails at once, it is judged without, as far as the profile says where it is. */
  const resetTo = async (seed: number): Promise<ResetAnswer | undefined> => {
    if (!control || !can("reset")) return undefined;
    try {
      return await control.reset(seed);
    } catch (error) {
      if (!isFirst || !isControlError(error)) throw error;
      if (!profile.urls) throw profileError(control.key, `${error.message}; without a reset, give the target's urls`);
      lost.set("reset", error.message);
      return undefined;
    } finally {
      isFirst = false;
    }
  };

  return {
    ...(control ? { control } : {}),
    can,
    whyNot(...capabilities) {
      const lacking = capabilities.filter((name) => !lost.has(name));
      const why = control
        ? `the target's control protocol lacks ${inSentence(lacking)}`
        : `this needs ${inSentence(lacking)} of the control protocol, and the profile names none`;
      return [...capabilities.flatMap((name) => lost.get(name) ?? []), ...(lacking.length > 0 ? [why] : [])].join("; ");
    },
    timer,
    patience,
    bounds: boundsOf(profile.bounds),
    ...(person ? { person } : {}),
    redaction,
    written: profile,
    async open(seed) {
      const world = await resetTo(seed);
      redaction.learn({ ...world?.credentials, ...profile.credentials });
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
        provoke: profile.provoke ?? {},
        folder: profile.folder ?? process.cwd(),
        ...(profile.tls?.ca_file ? { caFile: profile.tls.ca_file } : {}),
        ...(profile.control && "direct" in profile.control ? { isHere: true } : {}),
      };
    },
  };
}

/** The control protocol of a profile, where it has one: at an address, or by an adapter. */
async function openControl({ control, bounds }: TargetProfile): Promise<Control | undefined> {
  if (!control) return undefined;
  const { answer_s, body_mb } = boundsOf(bounds);
  const limits = { patience: patienceOf(answer_s), maxBytes: megabytes(body_mb) };
  return new Control(
    "adapter" in control ? await loadAdapter(control.adapter, limits.patience) : httpPort(control, limits),
  );
}
