import { packageFile } from "../../base/package-file.ts";
import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import { createSession } from "../../harness/session.ts";
import { receivingHere } from "../../library/embedded.ts";
import type { Entry } from "../../record/journal.ts";
import type { Behaviour } from "../../sandbox/api/call/behaviour.ts";
import { specified } from "../../sandbox/api/specified.ts";
import type { DirectCall } from "../../sandbox/control/direct.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { providerProofs } from "../schedule/proofs.ts";
import type { RunPlan } from "../schedule/run/context.ts";
import type { Proof } from "../schedule/run/proof.ts";
import { Runner } from "../schedule/runner.ts";

/** The results of a run on a sandbox. */
export interface SandboxRun {
  entries: Entry[];
  /** The requirements that failed. */
  failed: string[];
  requests: { method: string; path: string }[];
}

/** How a sandbox is to be judged. */
export interface Judging extends Partial<Omit<RunPlan, "signal">> {
  behaviour?: Behaviour;
  /** Facts of the profile beside the sandbox's own addresses; where `control` is false, it has no control protocol. */
  profile?: Omit<Partial<TargetProfile>, "control"> & { control?: false };
  /** Runs only the proofs that name these requirements. */
  only?: string[];
  /** Puts the proofs into another order. */
  order?: (proofs: Proof[]) => Proof[];
  /** Keeps the rate limits of a target without control, which make a test wait for real time. */
  keepsLimits?: boolean;
  /** Makes the calls of the control protocol in a way of its own. */
  controlledBy?: (sandbox: Sandbox) => DirectCall;
  /** Ends the run once this requirement has failed. */
  until?: string;
}

/** Judges a sandbox in this process. */
export async function judge({
  behaviour,
  profile = {},
  until,
  only,
  order = (proofs) => proofs,
  keepsLimits,
  controlledBy = ({ ownControl }) => ownControl.direct,
  ...plan
}: Judging = {}): Promise<SandboxRun> {
  const { control, ...ownProfile } = profile;
  const isLive = control === false;
  const { policy, ...rest } = behaviour ?? specified();
  // Where no one can move the clock, a rate limit would make a test wait for real time.
  const limits = isLive && !keepsLimits ? { ratePerMinute: Number.POSITIVE_INFINITY, v3Limit: 100_000 } : {};
  const clock = isLive ? "running" : "frozen";
  const sandbox = await createSandbox({
    ...receivingHere,
    clock,
    behaviour: { ...rest, policy: { ...policy, ...limits } },
  });
  const entries: Entry[] = [];
  const failed = () => [...new Set(entries.flatMap((entry) => (entry.kind === "finding" ? [entry.requirement] : [])))];
  try {
    const session = await createSession({
      name: "sandbox",
      overlays: [packageFile("examples/sandbox-payloads.overlay.yaml")],
      ...(isLive
        ? { pace: { per_second: 1e6, per_minute: 1e9 }, ...(await reset(sandbox.control)) }
        : { control: { ...sandbox.ownControl, direct: controlledBy(sandbox) } }),
      ...ownProfile,
    });
    const runner = await Runner.open(
      session,
      { seed: 42, depth: "standard", signal: new AbortController().signal, ...plan },
      { write: (entry) => void entries.push(entry) },
    );
    const proofs = order(providerProofs.filter(({ ids }) => !only || ids.some((id) => only.includes(id))));
    await runner.proveAll(proofs, { isOver: () => until !== undefined && failed().includes(until) });
    await runner.close();
    const failure = entries.find((entry) => entry.kind === "untestable" && entry.isOurFault);
    if (failure) throw new Error(JSON.stringify(failure));
    return { entries, failed: failed(), requests: requestsIn(entries) };
  } finally {
    await sandbox.close();
  }
}

const requestsIn = (entries: readonly Entry[]): SandboxRun["requests"] =>
  entries.flatMap((entry) =>
    entry.kind === "exchange"
      ? [{ method: entry.request.method, path: entry.request.url.replace(/^https?:\/\/[^/]+/, "") }]
      : [],
  );

/** Resets a sandbox by hand, and returns what a profile would say of it. */
async function reset({ url, token }: { url: string; token: string }): Promise<Partial<TargetProfile>> {
  const answer = await fetch(`${url}/reset`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ seed: 1 }),
  });
  return (await answer.json()) as Partial<TargetProfile>;
}
