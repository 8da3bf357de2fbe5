import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { faultIn } from "../../sandbox/faults/changes/fault.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import { receivingHere } from "../embedded.ts";
import { judgeTarget } from "../judge.ts";
import { liveSandbox } from "../live-sandbox.ts";
import { inLanes, type Trial, tryFault } from "./attempt.ts";

/** The outcome of one fault without the control protocol. */
export interface LiveTrial extends Trial {
  /** Why it was not found: what the requirement lacks, or that what is there does not show it. */
  why?: string;
}

/** Plants each fault in a sandbox of its own, judges that as a live system, and says why each survivor survives. */
export async function tryLiveFaults(names: readonly string[], seed: number): Promise<LiveTrial[]> {
  const reasons = await reasonsWithoutFault(seed);
  return inLanes(names, async (name): Promise<LiveTrial> => {
    const trial = await tryFault(name, faultIn(faults, name), { seed, isLive: true, proofs: providerProofs });
    if (trial.found) return trial;
    const reason = reasons.get(trial.breaks) ?? "it is judged, but nothing that is there shows this";
    return { ...trial, why: trial.failed.length > 0 ? "another requirement shows it" : reason };
  });
}

/** Why requirements cannot be judged on a live sandbox without faults, by requirement. */
async function reasonsWithoutFault(seed: number): Promise<Map<string, string>> {
  const sandbox = await createSandbox(receivingHere);
  try {
    const { profile, time } = liveSandbox(sandbox);
    const { results } = await judgeTarget(profile, { seed, time });
    return new Map(
      results.requirements.flatMap(({ id, outcome, reason = "" }) =>
        outcome === "untestable" ? [[id, reason] as const] : [],
      ),
    );
  } finally {
    await sandbox.close();
  }
}
