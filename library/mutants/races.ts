import { faultIn } from "../../sandbox/faults/changes/fault.ts";
import { raceFaults } from "../../sandbox/faults/races.ts";
import { atDepth } from "../../suites/drivers/steps/at-once.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import { inLanes, type Trial, tryFault } from "./attempt.ts";

/** Plants each race in a sandbox of its own, and reports whether a deep run finds it. */
export const tryRaces = (names: readonly string[], seed: number): Promise<Trial[]> => {
  const proofs = providerProofs.filter(({ needs }) => needs.includes(atDepth));
  return inLanes(names, (name) => tryFault(name, faultIn(raceFaults, name), { seed, depth: atDepth, proofs }));
};
