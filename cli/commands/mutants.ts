import { tryFaults } from "../../library/mutants.ts";
import { checkFault } from "../../library/start-sandbox.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import { exits } from "../exits.ts";
import { faultMatrix } from "../fault-matrix.ts";
import { type Io, jsonText } from "../io.ts";

export interface MutantsOptions {
  fault?: string[];
  seed: number;
  list?: true;
  json?: true;
}

/** Plants each known fault in the sandbox and tells which the suite finds. */
export async function mutants({ fault: names, seed, list, json }: MutantsOptions, io: Io): Promise<number> {
  if (list) {
    const lines = Object.entries(faults).map(([name, { breaks }]) => `${breaks.padEnd(8)} ${name}\n`);
    io.stdout.write(lines.join(""));
    return exits.fine;
  }
  for (const name of names ?? []) checkFault(name, "--fault");
  const trials = await tryFaults(names ?? Object.keys(faults), seed);
  io.stdout.write(json ? jsonText(trials) : faultMatrix(trials, io.paint));
  return trials.every(({ found }) => found) ? exits.fine : exits.notConformant;
}
