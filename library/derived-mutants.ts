import { specified } from "../sandbox/api/specified.ts";
import { derivedFaults } from "../sandbox/faults/derived/derived.ts";
import { type DerivedFault, type DerivedKind, isOfPlace } from "../sandbox/faults/derived/derived-fault.ts";
import { whyOpen } from "../sandbox/faults/derived/left-open.ts";
import { providerProofs } from "../suites/provider/proofs.ts";
import type { Proof } from "../suites/provider/run/proof.ts";
import { attempt, inLanes } from "./attempt.ts";

/** What became of one derived fault. */
export interface DerivedTrial {
  fault: string;
  kind: DerivedKind;
  breaks: string;
  /** The requirements that failed. */
  failed: string[];
  /** Whether a requirement of its place failed. */
  found: boolean;
  /** Whether it ever changed what was answered or sent. */
  shown: boolean;
  /** The sentence that leaves it open, where it was not found. */
  open?: string;
}

/** Plants each derived fault in a sandbox of its own, and tells whether the suite finds it, or what leaves it open. */
export const tryDerivedFaults = (
  names: readonly string[],
  seed: number,
  onTrial: (trial: DerivedTrial) => void = () => undefined,
): Promise<DerivedTrial[]> =>
  inLanes(names, async (name) => {
    const fault = derivedFaults().get(name);
    if (!fault) throw new RangeError(`there is no derived fault "${name}"`);
    const trial = await tryDerivedFault(fault, seed);
    onTrial(trial);
    return trial;
  });

async function tryDerivedFault(fault: DerivedFault, seed: number): Promise<DerivedTrial> {
  const open = whyOpen(fault);
  let shown = false;
  const change = fault.change(() => {
    shown = true;
  });
  const failed = await attempt({
    behaviour: change()(specified()),
    tls: fault.breaks.startsWith("TLS-"),
    seed,
    proofs: proofsFor(fault, open === undefined),
    isEnough: (requirement) => isOfPlace(fault, requirement),
  });
  const ofPlace = failed.filter((requirement) => isOfPlace(fault, requirement));
  return {
    fault: fault.name,
    kind: fault.kind,
    breaks: fault.breaks,
    failed: ofPlace.length > 0 ? ofPlace : failed,
    found: ofPlace.length > 0,
    shown,
    ...(open !== undefined && ofPlace.length === 0 ? { open } : {}),
  };
}

/** The proofs of the requirement first, then those of its place, then all others, unless the text leaves the fault open. */
function proofsFor(fault: DerivedFault, withOthers: boolean): readonly Proof[] {
  const rank = ({ ids }: Proof): number => {
    if (ids.includes(fault.breaks)) return 0;
    return ids.some((id) => isOfPlace(fault, id)) ? 1 : 2;
  };
  const ranked = providerProofs.toSorted((a, b) => rank(a) - rank(b));
  return withOthers ? ranked : ranked.filter((proof) => rank(proof) < 2);
}
