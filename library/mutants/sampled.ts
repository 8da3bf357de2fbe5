import { HarnessError } from "../../base/errors.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { all, type BehaviourChange } from "../../sandbox/faults/changes/fault.ts";
import type { DeviationClass } from "../../sandbox/faults/sampled/deviation.ts";
import { drawFault, type SampledFault } from "../../sandbox/faults/sampled/draw.ts";
import type { TriggerKind } from "../../sandbox/faults/sampled/trigger.ts";
import { loadLedger } from "../../specs/ledger.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import type { Proof } from "../../suites/schedule/run/proof.ts";
import { attempt, inLanes } from "./attempt.ts";
import { visitAtRandom } from "./random-visitor.ts";

/**
 * The outcome of a sampled fault: a must failed (`found`); it showed in the run, and none did (`survived`); the run never met it, although a client can (`never
 * tried`); or no one met it, so that it is no fault (`not triggered`).
 */
export type SampledOutcome = "found" | "survived" | "never tried" | "not triggered";

export interface SampledTrial {
  number: number;
  fault: string;
  class: DeviationClass;
  trigger: TriggerKind;
  breaks: string;
  outcome: SampledOutcome;
  /** The musts that failed until the trial ended: the first one ends it. */
  failed: string[];
}

/** Which faults are drawn, and how they are judged. */
export interface Sample {
  /** Seed of the draw, and of the runs. */
  seed: number;
  /** The numbers of the faults. */
  numbers: readonly number[];
  /** True if they are judged without the control protocol. */
  isLive?: boolean;
}

/** Draws faults, plants each in a sandbox of its own, and reports whether anything that must hold fails then. */
export async function trySampledFaults({ seed, numbers, isLive = false }: Sample): Promise<SampledTrial[]> {
  const faults = numbers.map((number) => drawFault(seed, number));
  const met = await metBySuite(faults, seed, isLive);
  const meetable = await metByVisitor(
    faults.filter((fault) => !met.has(fault)),
    seed,
    isLive,
  );
  return inLanes(faults, async (fault) => {
    const slugs = met.get(fault);
    if (!slugs) return trialOf(fault, meetable.has(fault) ? "never tried" : "not triggered");
    const { failed, shown } = await tryFault(fault, seed, isLive, slugs);
    if (failed.length > 0) return trialOf(fault, "found", failed);
    return trialOf(fault, shown ? "survived" : "not triggered");
  });
}

const trialOf = (
  { number, name, class: of, trigger, breaks }: SampledFault,
  outcome: SampledOutcome,
  failed: string[] = [],
): SampledTrial => ({ number, fault: name, class: of, trigger, breaks, outcome, failed });

/** Faults that change nothing, and report which of them would. */
const dry = (faults: readonly SampledFault[], onMet: (fault: SampledFault) => void): BehaviourChange =>
  all(...faults.map((fault) => fault.change(() => onMet(fault), true)));

/** The faults that a run meets, each with the proofs that do. */
async function metBySuite(faults: readonly SampledFault[], seed: number, isLive: boolean) {
  const met = new Map<SampledFault, Set<string>>();
  let current = "";
  const change = dry(faults, (fault) => met.set(fault, (met.get(fault) ?? new Set()).add(current)));
  const [failure] = await attempt({
    behaviour: change()(specified()),
    seed,
    isLive,
    proofs: providerProofs,
    isEnough: () => true,
    onProof: (slug) => {
      current = slug;
    },
  });
  if (failure) throw new HarnessError(`a sandbox whose faults change nothing was blamed by ${failure.requirement}`);
  return met;
}

/** The faults that someone meets who knows nothing of the suite. */
async function metByVisitor(faults: readonly SampledFault[], seed: number, isLive: boolean) {
  const met = new Set<SampledFault>();
  if (faults.length > 0) await visitAtRandom({ seed, change: dry(faults, (fault) => met.add(fault)), isLive });
  return met;
}

let known: ReadonlySet<string> | undefined;

const musts = (): ReadonlySet<string> => {
  known ??= new Set(loadLedger().flatMap(({ id, level }) => (level === "must" ? [id] : [])));
  return known;
};

/** Plants a fault: tried first with the proofs that meet it, and then in a whole run, since others may teach what shows it. */
async function tryFault(fault: SampledFault, seed: number, isLive: boolean, slugs: ReadonlySet<string>) {
  let shown = false;
  const tryWith = async (proofs: readonly Proof[]) => {
    const change = fault.change(() => {
      shown = true;
    });
    const failures = await attempt({
      behaviour: change()(specified()),
      seed,
      isLive,
      proofs,
      isEnough: ({ requirement }) => musts().has(requirement),
    });
    return [...new Set(failures.map(({ requirement }) => requirement))].filter((id) => musts().has(id));
  };
  const meeting = isLive ? [] : providerProofs.filter(({ slug }) => slugs.has(slug));
  const soon = meeting.length > 0 ? await tryWith(meeting) : [];
  return { failed: soon.length > 0 ? soon : await tryWith(providerProofs), shown };
}
