import { specified } from "../../sandbox/api/specified.ts";
import { derivedFaults } from "../../sandbox/faults/derived/derived.ts";
import {
  type DerivedFault,
  type DerivedKind,
  type Failure,
  isOfPlace,
} from "../../sandbox/faults/derived/derived-fault.ts";
import { isOutOfReach, whyOpen } from "../../sandbox/faults/derived/left-open.ts";
import { providerProofs } from "../../suites/schedule/proofs.ts";
import type { Proof } from "../../suites/schedule/run/proof.ts";
import { attempt, inLanes } from "./attempt.ts";
import { type RightRun, replay, runRightly } from "./right-run.ts";

export interface DerivedTrial {
  fault: string;
  kind: DerivedKind;
  breaks: string;
  /** The requirements that failed. */
  failed: string[];
  /** True if a requirement of its place failed. */
  found: boolean;
  /** True if it ever changed what was answered or sent. */
  shown: boolean;
  /** The sentence that leaves it open, where it was not found. */
  open?: string;
}

/** Fewer faults than this are each planted at once; for more, what one run without faults exchanged is used again and again. */
const few = 12;

/** Plants each derived fault in a sandbox of its own, and reports whether the suite finds it, or what leaves it open. */
export async function tryDerivedFaults(
  names: readonly string[],
  seed: number,
  onTrial: (trial: DerivedTrial) => void = () => undefined,
): Promise<DerivedTrial[]> {
  const run = names.length < few ? undefined : await runRightly(seed);
  return inLanes(names, async (name) => {
    const fault = derivedFaults().get(name);
    if (!fault) throw new RangeError(`there is no derived fault "${name}"`);
    const trial = await tryDerivedFault(fault, seed, run);
    onTrial(trial);
    return trial;
  });
}

/** A fault of responses alone is found where one exchange shows it, and is tried only with proofs that see what it changes. */
async function tryDerivedFault(fault: DerivedFault, seed: number, run?: RightRun): Promise<DerivedTrial> {
  if (isOutOfReach(fault)) return trialOf(fault, [], false);
  const isEnough = (failure: Failure) => isOfPlace(fault, failure);
  const replayed = run && fault.answer ? replay(run, fault.answer, isEnough) : undefined;
  if (replayed && (replayed.proofs.size === 0 || replayed.failures.some(isEnough)))
    return trialOf(fault, replayed.failures, replayed.proofs.size > 0);
  let shown = false;
  const change = fault.change(() => {
    shown = true;
  });
  const failures = await attempt({
    behaviour: change()(specified()),
    tls: fault.breaks.startsWith("TLS-"),
    seed,
    proofs: proofsFor(fault).filter(({ slug }) => replayed?.proofs.has(slug) ?? true),
    isEnough,
  });
  return trialOf(fault, failures, shown);
}

function trialOf(fault: DerivedFault, failures: readonly Failure[], shown: boolean): DerivedTrial {
  const { name, kind, breaks } = fault;
  const ofPlace = failures.filter((failure) => isOfPlace(fault, failure));
  const found = ofPlace.length > 0;
  const open = found ? undefined : whyOpen(fault, shown);
  const failed = [...new Set((found ? ofPlace : failures).map(({ requirement }) => requirement))];
  return { fault: name, kind, breaks, failed, found, shown, ...(open ? { open } : {}) };
}

/** The proofs of the requirement first, then those of its place; all others only for faults that any proof may see: of responses, values and figures. */
function proofsFor(fault: DerivedFault): readonly Proof[] {
  const rank = ({ ids }: Proof): number => {
    if (ids.includes(fault.breaks)) return 0;
    return ids.some((requirement) => isOfPlace(fault, { requirement })) ? 1 : 2;
  };
  const ranked = providerProofs.toSorted((a, b) => rank(a) - rank(b));
  const isAnywhere = fault.answer || fault.kind === "value" || fault.kind === "bound";
  return isAnywhere && whyOpen(fault, true) === undefined ? ranked : ranked.filter((proof) => rank(proof) < 2);
}
