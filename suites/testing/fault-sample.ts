import { faults } from "../../sandbox/faults/faults.ts";
import { behaviourWith } from "../../sandbox/faults/faulty.ts";
import { judge } from "./judging.ts";

/** A fault that waiting could hide, so every sample has it. */
const hiddenByWaiting = "the wait is told too short";

/** Every so many faults from one on, to notice when a part of the suite has gone blind; `assay mutants` tries them all. TLS faults need a server with certificates. */
export const faultSample = (every: number, first = 4): [name: string, breaks: string][] =>
  Object.entries(faults).flatMap(([name, { breaks }], index): [string, string][] =>
    (index % every === first && !breaks.startsWith("TLS")) || name === hiddenByWaiting ? [[name, breaks]] : [],
  );

/** Plants a fault in the sandbox; returns what fails: of the requirement's own proofs first, in a quick run and then in a standard one, and of all if those find nothing. */
export async function judgeFault(name: string, breaks: string): Promise<string[]> {
  for (const depth of ["quick", "standard"] as const) {
    const { failed } = await judge({ behaviour: behaviourWith(name), until: breaks, only: [breaks], depth });
    if (failed.includes(breaks)) return failed;
  }
  return (await judge({ behaviour: behaviourWith(name), until: breaks })).failed;
}
