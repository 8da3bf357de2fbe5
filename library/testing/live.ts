import type { TargetProfile } from "../../harness/profiles/target-profile.ts";
import type { Timer } from "../../harness/time/pace.ts";
import type { Entry } from "../../record/journal.ts";
import type { Outcome, Results } from "../../record/results.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { judgeTarget, type RunOptions } from "../judge.ts";
import { type LiveSandbox, liveSandbox } from "../live-sandbox.ts";
import { faulty } from "../start-sandbox.ts";

/** How a sandbox is judged as a live system. */
export interface LiveJudging extends RunOptions {
  faults?: readonly string[];
  /** Further facts of the profile. */
  profile?: (live: LiveSandbox) => Partial<TargetProfile>;
  /** Someone who changes something whenever time passes. */
  writer?: (live: LiveSandbox) => Promise<() => Promise<void>>;
}

export interface LiveRun {
  results: Results;
  entries: readonly Entry[];
  failed: string[];
  outcomes: Record<string, Outcome>;
}

/** Judges a sandbox without its control protocol; its time passes as the suite waits. */
export async function judgeLive({ faults = [], profile, writer, ...options }: LiveJudging = {}): Promise<LiveRun> {
  const sandbox = await createSandbox({ clock: "frozen", behaviour: faulty(faults) });
  try {
    const live = liveSandbox(sandbox);
    const write = await writer?.(live);
    const time: Timer = {
      now: () => live.time.now(),
      async wait(milliseconds) {
        await live.time.wait(milliseconds);
        await write?.();
      },
    };
    const { results, entries } = await judgeTarget(
      { ...live.profile, ...profile?.(live) },
      { seed: 42, time, ...options },
    );
    const ours = entries.find((entry) => entry.kind === "untestable" && entry.isOurFault);
    if (ours) throw new Error(JSON.stringify(ours));
    return {
      results,
      entries,
      failed: results.requirements.filter(({ outcome }) => outcome === "fail").map(({ id }) => id),
      outcomes: Object.fromEntries(results.requirements.map(({ id, outcome }) => [id, outcome])),
    };
  } finally {
    await sandbox.close();
  }
}
