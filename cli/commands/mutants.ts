import { UsageError } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import { tryConformingWays } from "../../library/conforming.ts";
import { tryDerivedFaults } from "../../library/derived-mutants.ts";
import { tryHigherFaults } from "../../library/higher-mutants.ts";
import { tryLiveFaults } from "../../library/live-mutants.ts";
import { tryFaults } from "../../library/mutants.ts";
import { tryRaces } from "../../library/races.ts";
import { trySampledFaults } from "../../library/sampled-mutants.ts";
import type { Faults } from "../../sandbox/faults/changes/fault.ts";
import { derivedFaults } from "../../sandbox/faults/derived/derived.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import type { OccasionName } from "../../sandbox/faults/occasion-names.ts";
import { raceFaults } from "../../sandbox/faults/races.ts";
import { derivedMatrix } from "../derived-matrix.ts";
import { exits } from "../exits.ts";
import { faultMatrix, higherMatrix, liveMatrix } from "../fault-matrix.ts";
import { type Io, jsonText } from "../io.ts";
import { conformingList, sampledMatrix } from "../sampled-matrix.ts";

export interface MutantsOptions {
  fault?: string[];
  seed: number;
  derived?: true;
  higher?: OccasionName;
  races?: true;
  sampled?: number;
  conforming?: number;
  only?: string[];
  live?: true;
  list?: true;
  json?: true;
}

/** Plants each known fault in the sandbox and reports which the suite finds. */
export function mutants(options: MutantsOptions, io: Io): Promise<number> {
  if (options.list) return listFaults(options, io);
  if (options.sampled !== undefined) return sampledMutants(options, options.sampled, io);
  if (options.conforming !== undefined) return conformingWays(options, options.conforming, io);
  if (options.live) return liveMutants(options, io);
  if (options.derived) return derivedMutants(options, io);
  if (options.higher) return higherMutants(options, options.higher, io);
  return options.races ? knownMutants(options, raceFaults, tryRaces, io) : knownMutants(options, faults, tryFaults, io);
}

/** Checks that the faults that were named are known. */
function checkNames(names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const [near] = nearest(unknown, known);
  const hint = near ? `did you mean "${near}"?` : "`assay mutants --list` lists them";
  throw new UsageError(`--fault: there is no fault "${unknown}"; ${hint}`);
}

/** Lists the faults that would be planted. */
async function listFaults({ derived, races, json }: MutantsOptions, io: Io): Promise<number> {
  const known = Object.entries(races ? raceFaults : faults);
  const rows = (derived ? [...derivedFaults()] : known).map(([name, { breaks }]) => ({ name, breaks }));
  io.stdout.write(json ? jsonText(rows) : rows.map(({ name, breaks }) => `${breaks.padEnd(8)} ${name}\n`).join(""));
  return exits.fine;
}

async function knownMutants(
  { fault: names = [], seed, json }: MutantsOptions,
  all: Faults,
  attempt: typeof tryFaults,
  io: Io,
): Promise<number> {
  checkNames(names, Object.keys(all));
  const trials = await attempt(names.length > 0 ? names : Object.keys(all), seed);
  io.stdout.write(json ? jsonText(trials) : faultMatrix(trials, io.paint));
  return trials.every(({ found }) => found) ? exits.fine : exits.notConformant;
}

/** The same without the control protocol; what survives is reported with its reason, and need not be found. */
async function liveMutants({ fault: names = [], seed, json }: MutantsOptions, io: Io): Promise<number> {
  checkNames(names, Object.keys(faults));
  const trials = await tryLiveFaults(names.length > 0 ? names : Object.keys(faults), seed);
  io.stdout.write(json ? jsonText(trials) : liveMatrix(trials, io.paint));
  return exits.fine;
}

/** The same where each fault shows on an occasion only; what survives is reported, and need not be found. */
async function higherMutants({ fault: names = [], seed, json }: MutantsOptions, occasion: OccasionName, io: Io) {
  checkNames(names, Object.keys(faults));
  const trials = await tryHigherFaults(names.length > 0 ? names : Object.keys(faults), occasion, seed);
  io.stdout.write(json ? jsonText(trials) : higherMatrix(trials, io.paint));
  return exits.fine;
}

/** The same for the faults that follow from the documents; what the text leaves open need not be found. */
async function derivedMutants({ fault: names = [], seed, json }: MutantsOptions, io: Io): Promise<number> {
  const all = derivedFaults();
  checkNames(names, [...all.keys()]);
  const trials = await tryDerivedFaults(names.length > 0 ? names : [...all.keys()], seed);
  io.stdout.write(json ? jsonText(trials) : derivedMatrix(trials, io.paint));
  return trials.every(({ found, open }) => found || open !== undefined) ? exits.fine : exits.notConformant;
}

/** The numbers of what is drawn: those that were named, or all from 1. */
function numbersDrawn(count: number, only: readonly string[] | undefined): number[] {
  const named = only?.map((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0));
  if (named?.includes(0)) throw new UsageError("--only: give numbers such as 17, as the list of survivors has them");
  return named ?? Array.from({ length: count }, (_, index) => index + 1);
}

/** Faults that no one chose; how many survive is reported by class, and need not be none. */
async function sampledMutants({ seed, live, only, json }: MutantsOptions, count: number, io: Io): Promise<number> {
  const trials = await trySampledFaults({ seed, numbers: numbersDrawn(count, only), isLive: live ?? false });
  const again = `assay mutants --sampled ${count} --seed ${seed}${live ? " --live" : ""}`;
  io.stdout.write(json ? jsonText(trials) : sampledMatrix(trials, again, io.paint));
  return exits.fine;
}

/** Providers that obey, each in a way of its own: none may be blamed. */
async function conformingWays({ seed, live, only, json }: MutantsOptions, count: number, io: Io): Promise<number> {
  const trials = await tryConformingWays({ seed, numbers: numbersDrawn(count, only), isLive: live ?? false });
  const again = `assay mutants --conforming ${count} --seed ${seed}${live ? " --live" : ""}`;
  io.stdout.write(json ? jsonText(trials) : conformingList(trials, again, io.paint));
  return trials.every(({ blamed }) => blamed.length === 0) ? exits.fine : exits.notConformant;
}
