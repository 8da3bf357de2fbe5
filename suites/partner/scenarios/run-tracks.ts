import type { Track } from "./phases.ts";
import type { Scenario } from "./scenario.ts";

/** Runs the parts of tracks one after the other, and tracks side by side until all have ended; a scenario that is named again is only waited for there. */
export function trackRunner(run: (scenario: Scenario) => Promise<void>): (track: Track) => Promise<void> {
  const begun = new Map<Scenario, Promise<void>>();
  const runOnce = (scenario: Scenario): Promise<void> => {
    const running = begun.get(scenario) ?? run(scenario);
    begun.set(scenario, running);
    return running;
  };
  const runTrack = async (track: Track): Promise<void> => {
    for (const part of track) {
      if ("run" in part) {
        await runOnce(part);
        continue;
      }
      const ended = await Promise.allSettled(part.map(runTrack));
      const failed = ended.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    }
  };
  return runTrack;
}
