import { packageFile } from "../../base/package-file.ts";
import { targetProfile } from "../../harness/profiles/target-profile.ts";
import type { RunRecord } from "../../record/run-folder.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { judgeTarget, type RunOptions } from "../judge.ts";
import { type RunningSandbox, startSandbox } from "../start-sandbox.ts";

/** The profile of a sandbox, with the payloads that the specification does not show. */
export const profileOf = ({ control }: Pick<RunningSandbox, "control">) =>
  targetProfile({
    name: "faulty sandbox",
    control,
    overlays: [packageFile("examples/sandbox-payloads.overlay.yaml")],
  });

/** Judges a sandbox with a fault until a must has failed, and does something with it and with the record of the run. */
export async function withFaultyRun<T>(
  fault: string,
  act: (run: RunRecord, sandbox: RunningSandbox) => Promise<T>,
  options: RunOptions = {},
): Promise<T> {
  const sandbox = await startSandbox({ clock: "frozen", faults: [fault] });
  try {
    const first = [faults[fault]?.breaks ?? ""].filter(Boolean);
    return await act(await judgeTarget(profileOf(sandbox), { stopAtFirstFailure: true, first, ...options }), sandbox);
  } finally {
    await sandbox.close();
  }
}
