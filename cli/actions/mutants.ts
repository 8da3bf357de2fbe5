import { UsageError } from "../../base/errors.ts";
import type { Paint } from "../../base/paint.ts";
import { nearest } from "../../base/text/nearest.ts";
import { tryConformingWays } from "../../library/mutants/conforming.ts";
import { tryDerivedFaults } from "../../library/mutants/derived.ts";
import { tryHigherFaults } from "../../library/mutants/higher.ts";
import { tryFaults } from "../../library/mutants/known.ts";
import { tryLiveFaults } from "../../library/mutants/live.ts";
import { tryRaces } from "../../library/mutants/races.ts";
import { trySampledFaults } from "../../library/mutants/sampled.ts";
import { derivedFaults } from "../../sandbox/faults/derived/derived.ts";
import { faults } from "../../sandbox/faults/faults.ts";
import type { OccasionName } from "../../sandbox/faults/occasion-names.ts";
import { raceFaults } from "../../sandbox/faults/races.ts";
import { exits } from "../io/exits.ts";
import { type Io, jsonText } from "../io/io.ts";
import { derivedMatrix } from "../terminal/derived-matrix.ts";
import { faultMatrix, higherMatrix, liveMatrix } from "../terminal/fault-matrix.ts";
import { conformingList, sampledMatrix } from "../terminal/sampled-matrix.ts";

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
  const { higher } = options;
  const all = Object.keys(options.races ? raceFaults : faults);
  if (options.live) return plant(options, { all, attempt: tryLiveFaults, show: liveMatrix }, io);
  if (higher) {
    const attempt = (names: readonly string[], seed: number) => tryHigherFaults(names, higher, seed);
    return plant(options, { all, attempt, show: higherMatrix }, io);
  }
  // A fault that the text leaves open need not be found.
  if (options.derived)
    return plant(
      options,
      {
        all: [...derivedFaults().keys()],
        attempt: tryDerivedFaults,
        show: derivedMatrix,
        isFine: ({ found, open }) => found || open !== undefined,
      },
      io,
    );
  const attempt = options.races ? tryRaces : tryFaults;
  return plant(options, { all, attempt, show: faultMatrix, isFine: ({ found }) => found }, io);
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

/** Faults that are planted one by one, and how their trials are shown and counted. */
interface Planting<T> {
  all: readonly string[];
  attempt: (names: readonly string[], seed: number) => Promise<T[]>;
  show: (trials: T[], paint: Paint) => string;
  /** True if a trial is as it must be; where it is absent, what survives is reported, and need not be found. */
  isFine?: (trial: T) => boolean;
}

/** Plants the named faults, or all of them. */
async function plant<T>(
  { fault: names = [], seed, json }: MutantsOptions,
  { all, attempt, show, isFine = () => true }: Planting<T>,
  io: Io,
): Promise<number> {
  checkNames(names, all);
  const trials = await attempt(names.length > 0 ? names : all, seed);
  io.stdout.write(json ? jsonText(trials) : show(trials, io.paint));
  return trials.every(isFine) ? exits.fine : exits.notConformant;
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
