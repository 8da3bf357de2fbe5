import { createSandbox } from "../sandbox/create-sandbox.ts";
import type { Failure } from "../sandbox/faults/derived/derived-fault.ts";
import { faults } from "../sandbox/faults/faults.ts";
import { behaviourWith } from "../sandbox/faults/faulty.ts";
import { providerProofs } from "../suites/schedule/proofs.ts";
import { attempt, inLanes } from "./attempt.ts";
import { receivingHere } from "./embedded.ts";
import { judgeTarget } from "./judge.ts";
import { liveSandbox } from "./live-sandbox.ts";
import type { Trial } from "./mutants.ts";

/** What became of one fault without the control protocol. */
export interface LiveTrial extends Trial {
  /** Why it was not found: what the requirement lacks, or that what is there does not show it. */
  why?: string;
}

/** Plants each fault in a sandbox of its own, judges that as a live system, and says why each survivor survives. */
export async function tryLiveFaults(names: readonly string[], seed: number): Promise<LiveTrial[]> {
  const reasons = await reasonsWithoutFault(seed);
  return inLanes(names, async (name): Promise<LiveTrial> => {
    const { breaks = "", subtle = false } = faults[name] ?? {};
    const isEnough = ({ requirement }: Failure) => requirement === breaks;
    const plan = { behaviour: behaviourWith(name), seed, isLive: true, proofs: providerProofs, isEnough };
    const failures = await attempt({ ...plan, tls: breaks.startsWith("TLS-") });
    const failed = [...new Set(failures.map(({ requirement }) => requirement))];
    const found = failed.includes(breaks);
    const reason = reasons.get(breaks) ?? "it is judged, but nothing that is there shows this";
    const why = failed.length > 0 ? "another requirement shows it" : reason;
    return { fault: name, breaks, subtle, failed: found ? [breaks] : failed, found, ...(found ? {} : { why }) };
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
