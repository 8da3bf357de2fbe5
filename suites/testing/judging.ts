import { packageFile } from "../../base/package-file.ts";
import { createSession } from "../../harness/session.ts";
import type { TargetProfile } from "../../harness/target-profile.ts";
import type { Entry } from "../../record/journal.ts";
import type { Behaviour } from "../../sandbox/api/call/behaviour.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { providerProofs } from "../provider/proofs.ts";
import { type Plan, Runner } from "../provider/run/runner.ts";

/** What a performance on a sandbox saw. */
export interface Seen {
  entries: Entry[];
  /** The requirements that failed. */
  failed: string[];
  requests: { method: string; path: string }[];
}

/** How a sandbox is to be judged. */
export interface Judging extends Partial<Omit<Plan, "signal">> {
  behaviour?: Behaviour;
  /** What the profile says beside the sandbox's own addresses; without its control, where `control` is false. */
  profile?: Omit<Partial<TargetProfile>, "control"> & { control?: false };
  /** Acts the proofs that name these alone. */
  only?: string[];
  /** Ends once this requirement has failed. */
  until?: string;
}

/** Judges a sandbox in this process, and tells what was seen. */
export async function judge({ behaviour, profile = {}, until, only, ...plan }: Judging = {}): Promise<Seen> {
  const { control, ...more } = profile;
  const isLive = control === false;
  const { policy, ...acts } = behaviour ?? specified();
  // Where nobody can move the clock, a rate limit would make a test wait for real time.
  const limits = isLive ? { ratePerMinute: Number.POSITIVE_INFINITY, v3Limit: 100_000 } : {};
  const sandbox = await createSandbox({ clock: "frozen", behaviour: { ...acts, policy: { ...policy, ...limits } } });
  const world = isLive ? await worldOf(sandbox.control) : {};
  const entries: Entry[] = [];
  try {
    const session = await createSession({
      name: "sandbox",
      overlays: [packageFile("examples/sandbox-payloads.overlay.yaml")],
      ...(isLive ? { pace: { per_second: 1e6, per_minute: 1e9 } } : { control: sandbox.control }),
      ...world,
      ...more,
    });
    const runner = await Runner.open(
      session,
      {
        seed: 42,
        depth: "standard",
        signal: new AbortController().signal,
        ...plan,
      },
      { write: (entry) => void entries.push(entry) },
    );
    const failed = () => entries.flatMap((entry) => (entry.kind === "finding" ? [entry.requirement] : []));
    const proofs = only ? providerProofs.filter(({ ids }) => ids.some((id) => only.includes(id))) : providerProofs;
    for (const proof of proofs) {
      if (until && failed().includes(until)) break;
      await runner.prove(proof);
    }
    await runner.close();
    const failure = entries.find((entry) => entry.kind === "untestable" && entry.isOurFault);
    if (failure) throw new Error(JSON.stringify(failure));
    const requests = entries.flatMap((entry) =>
      entry.kind === "exchange"
        ? [{ method: entry.request.method, path: entry.request.url.replace(/^https?:\/\/[^/]+/, "") }]
        : [],
    );
    return { entries, failed: [...new Set(failed())], requests };
  } finally {
    await sandbox.close();
  }
}

async function worldOf({ url, token }: { url: string; token: string }): Promise<Partial<TargetProfile>> {
  const answer = await fetch(`${url}/reset`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ seed: 1 }),
  });
  return (await answer.json()) as Partial<TargetProfile>;
}
