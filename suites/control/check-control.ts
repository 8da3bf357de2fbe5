import type { ControlDescription } from "../../harness/control/control.ts";
import { type ControlCallName, controlCalls } from "../../harness/control/control-calls.ts";
import { Client } from "../../harness/http/client.ts";
import { profileError } from "../../harness/profiles/profile-error.ts";
import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import { createReceiver } from "../../harness/receiver.ts";
import type { Redaction } from "../../harness/redaction/redaction.ts";
import { createSession } from "../../harness/session.ts";
import { checkReplies, checkTraffic } from "./certification-checks.ts";
import { type CallNotes, ControlChecker } from "./control-checker.ts";
import { checkApplications, checkDeliveries, checkEmit, checkHooks } from "./hook-checks.ts";
import { checkDisable, checkFreeze } from "./link-checks.ts";
import { checkClock, checkDescription, checkFrozen, checkReset } from "./protocol-checks.ts";
import { checkSeed } from "./seed-checks.ts";

/** The outcome of one call: it does what the protocol says, does not, or is not offered. */
export interface CallReport extends CallNotes {
  call: string;
  capability?: string;
  outcome: "ok" | "error" | "missing";
}

export interface ControlReport {
  /** Where it is: an address, or a module. */
  place: string;
  description: ControlDescription;
  calls: CallReport[];
}

/** The checks of each call, each in a world of its own. */
const checks: Partial<Record<ControlCallName, readonly ((checker: ControlChecker) => Promise<void>)[]>> = {
  describe: [checkDescription, checkFrozen],
  reset: [checkReset],
  advance: [checkClock],
  seed: [checkSeed],
  freeze: [checkFreeze],
  disable: [checkDisable],
  applications: [checkApplications],
  hooks: [checkHooks],
  emit: [checkEmit],
  deliveries: [checkDeliveries],
  traffic: [checkTraffic],
  replies: [checkReplies],
};

/** Calls that only serve certification, which has a sandbox of its own, so none of them is missed. */
const unmissed: ReadonlySet<ControlCallName> = new Set(["traffic", "replies"]);

/** Tries every call of a target's control protocol, and reports what each does; leaves the target reset. */
export async function checkControl(
  profile: TargetProfile,
  {
    signal,
    redaction,
    wanted = Object.keys(checks) as ControlCallName[],
  }: { signal: AbortSignal; redaction?: Redaction; wanted?: readonly ControlCallName[] },
): Promise<ControlReport> {
  const session = await createSession(profile, { redaction });
  const { control } = session;
  if (!control) throw profileError("control", "it is missing; give the url of a control protocol, or an adapter");
  const target = await session.open(1);
  const client = new Client(target, { interruption: signal, bounds: session.bounds });
  const receiver = await createReceiver(() => session.timer.now(), target.webhooks);
  const description = await control.describe();
  const checker = new ControlChecker({ session, control, description, client, receiver }, target);
  if (description.capabilities.includes("reset") && !session.can("reset"))
    checker.expect("reset", false, session.whyNot("reset"), "docs/control.md shows what it answers");
  const isOffered = (name: ControlCallName) => {
    const { capability } = controlCalls[name] as { capability?: string };
    return capability === undefined || description.capabilities.includes(capability);
  };
  const names = wanted.filter((name) => isOffered(name) || !unmissed.has(name));
  try {
    for (const name of names.filter(isOffered)) {
      signal.throwIfAborted();
      await checkCall(checker, name);
    }
  } finally {
    await checker.try("reset", () => checker.reset());
    await receiver.close();
    await client.close();
  }
  return {
    place: control.port.place,
    description,
    calls: names.map((name) => reportOf(checker, name, isOffered(name))),
  };
}

async function checkCall(checker: ControlChecker, name: ControlCallName): Promise<void> {
  for (const check of checks[name] ?? []) {
    await checker.try("reset", () => checker.reset());
    await checker.try(name, () => check(checker));
  }
}

function reportOf(checker: ControlChecker, name: ControlCallName, isOffered: boolean): CallReport {
  const { wrong, unseen } = checker.notesOf(name);
  const { capability } = controlCalls[name] as { capability?: string };
  const judged = wrong.length > 0 ? "error" : "ok";
  return {
    call: checker.control.port.labelOf(name),
    ...(capability ? { capability } : {}),
    outcome: isOffered ? judged : "missing",
    wrong,
    unseen: [...new Set(unseen)],
  };
}
