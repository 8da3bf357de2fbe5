import { specified } from "../sandbox/api/specified.ts";
import type { DeviationClass } from "../sandbox/faults/sampled/deviation.ts";
import { drawFault, type SampledFault } from "../sandbox/faults/sampled/draw.ts";
import type { TriggerKind } from "../sandbox/faults/sampled/trigger.ts";
import { loadLedger } from "../specs/ledger.ts";
import { providerProofs } from "../suites/provider/proofs.ts";
import type { Proof } from "../suites/provider/run/proof.ts";
import { attempt, inLanes } from "./attempt.ts";
import { type RightRun, runRightly } from "./right-run.ts";

/** What became of one sampled fault. */
export interface SampledTrial {
  number: number;
  fault: string;
  class: DeviationClass;
  trigger: TriggerKind;
  breaks: string;
  /** The musts that failed until the trial ended: the first one ends it. */
  failed: string[];
  found: boolean;
  /** Whether it ever changed what was answered, sent or stored; where it did not, nothing could have been found. */
  shown: boolean;
}

/** Which faults are drawn, and how they are judged. */
export interface Sample {
  /** Seed of the draw, and of the runs. */
  seed: number;
  /** The numbers of the faults. */
  numbers: readonly number[];
  /** Whether they are judged without the control protocol. */
  isLive?: boolean;
  onTrial?: (trial: SampledTrial) => void;
}

/** Draws faults, plants each in a sandbox of its own, and tells whether anything that must hold fails then. */
export async function trySampledFaults({ seed, numbers, isLive = false, onTrial }: Sample): Promise<SampledTrial[]> {
  const run = await runRightly(seed, "standard");
  return inLanes(numbers, async (number) => {
    const fault = drawFault(seed, number);
    let shown = false;
    const change = fault.change(() => {
      shown = true;
    });
    const failures = await attempt({
      behaviour: change()(specified()),
      seed,
      isLive,
      proofs: isLive ? providerProofs : likelyFirst(fault, run),
      isEnough: ({ requirement }) => musts().has(requirement),
    });
    const failed = [...new Set(failures.map(({ requirement }) => requirement))].filter((id) => musts().has(id));
    const { name, class: of, trigger, breaks } = fault;
    const trial = { number, fault: name, class: of, trigger, breaks, failed, found: failed.length > 0, shown };
    onTrial?.(trial);
    return trial;
  });
}

let known: ReadonlySet<string> | undefined;

const musts = (): ReadonlySet<string> => {
  known ??= new Set(loadLedger().flatMap(({ id, level }) => (level === "must" ? [id] : [])));
  return known;
};

/** All proofs, those first that meet the place of a fault. */
function likelyFirst({ place }: SampledFault, run: RightRun): readonly Proof[] {
  const titles = new Set(run.flatMap(({ request, proof }) => (request.operation.id === place ? [proof] : [])));
  const isLikely = ({ title, needs }: Proof) =>
    titles.has(title) || (titles.size === 0 && needs.includes("control.hooks"));
  return [...providerProofs.filter(isLikely), ...providerProofs.filter((proof) => !isLikely(proof))];
}
