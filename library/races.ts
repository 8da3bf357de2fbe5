import { specified } from "../sandbox/api/specified.ts";
import { raceFaults } from "../sandbox/faults/races.ts";
import { atDepth } from "../suites/drivers/steps/at-once.ts";
import { providerProofs } from "../suites/schedule/proofs.ts";
import { attempt, inLanes } from "./attempt.ts";
import type { Trial } from "./mutants.ts";

/** Plants each race in a sandbox of its own, and reports whether a deep run finds it. */
export const tryRaces = (names: readonly string[], seed: number): Promise<Trial[]> =>
  inLanes(names, async (name) => {
    const fault = raceFaults[name];
    if (!fault) throw new RangeError(`there is no race "${name}"`);
    const { breaks, subtle, change } = fault;
    const failures = await attempt({
      behaviour: change()(specified()),
      seed,
      depth: atDepth,
      proofs: providerProofs.filter(({ needs }) => needs.includes(atDepth)),
      isEnough: ({ requirement }) => requirement === breaks,
    });
    const failed = [...new Set(failures.map(({ requirement }) => requirement))];
    const found = failed.includes(breaks);
    return { fault: name, breaks, subtle, failed: found ? [breaks] : failed, found };
  });
