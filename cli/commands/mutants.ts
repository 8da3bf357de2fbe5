import { UsageError } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import { tryDerivedFaults } from "../../library/derived-mutants.ts";
import { tryHigherFaults } from "../../library/higher-mutants.ts";
import { tryFaults } from "../../library/mutants.ts";
import { checkFault } from "../../library/start-sandbox.ts";
import { derivedFaults } from "../../sandbox/faults/derived/derived.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import type { OccasionName } from "../../sandbox/faults/occasion-names.ts";
import { derivedMatrix } from "../derived-matrix.ts";
import { exits } from "../exits.ts";
import { faultMatrix, higherMatrix } from "../fault-matrix.ts";
import { type Io, jsonText } from "../io.ts";

export interface MutantsOptions {
  fault?: string[];
  seed: number;
  derived?: true;
  higher?: OccasionName;
  list?: true;
  json?: true;
}

/** Plants each known fault in the sandbox and tells which the suite finds. */
export function mutants(options: MutantsOptions, io: Io): Promise<number> {
  if (options.derived && options.higher)
    throw new UsageError("--higher: it is for the faults that were written by hand");
  if (options.derived) return derivedMutants(options, io);
  return options.higher ? higherMutants(options, options.higher, io) : knownMutants(options, io);
}

const listed = (all: Iterable<readonly [string, { breaks: string }]>): string =>
  [...all].map(([name, { breaks }]) => `${breaks.padEnd(8)} ${name}\n`).join("");

async function knownMutants({ fault: names, seed, list, json }: MutantsOptions, io: Io): Promise<number> {
  if (list) {
    io.stdout.write(listed(Object.entries(faults)));
    return exits.fine;
  }
  for (const name of names ?? []) checkFault(name, "--fault");
  const trials = await tryFaults(names ?? Object.keys(faults), seed);
  io.stdout.write(json ? jsonText(trials) : faultMatrix(trials, io.paint));
  return trials.every(({ found }) => found) ? exits.fine : exits.notConformant;
}

/** The same where each fault shows on an occasion only; what survives is told, and need not be found. */
async function higherMutants({ fault: names, seed, json }: MutantsOptions, occasion: OccasionName, io: Io) {
  for (const name of names ?? []) checkFault(name, "--fault");
  const trials = await tryHigherFaults(names ?? Object.keys(faults), occasion, seed);
  io.stdout.write(json ? jsonText(trials) : higherMatrix(trials, io.paint));
  return exits.fine;
}

/** The same for the faults that follow from the documents; what the text leaves open need not be found. */
async function derivedMutants({ fault: names, seed, list, json }: MutantsOptions, io: Io): Promise<number> {
  const all = derivedFaults();
  if (list) {
    io.stdout.write(listed(all));
    return exits.fine;
  }
  const unknown = names?.find((name) => !all.has(name));
  if (unknown !== undefined) {
    const [near = "none"] = nearest(unknown, [...all.keys()]);
    throw new UsageError(`--fault: no derived fault is called "${unknown}"; did you mean "${near}"?`);
  }
  const trials = await tryDerivedFaults(names ?? [...all.keys()], seed);
  io.stdout.write(json ? jsonText(trials) : derivedMatrix(trials, io.paint));
  return trials.every(({ found, open }) => found || open !== undefined) ? exits.fine : exits.notConformant;
}
