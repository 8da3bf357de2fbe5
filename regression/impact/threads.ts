import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { UsageError } from "../../base/errors.ts";
import { packageFile } from "../../base/package-file.ts";
import { type HeldVersions, holdPacts } from "./held-pacts.ts";
import { addTotals, createTotals, type ImpactTotals } from "./totals.ts";
import type { ThreadAnswer } from "./worker.ts";

/** The number of pacts that one thread reads in the time that others take to start. */
const fewPacts = 200;

/** The number of pacts that a thread is given at a time: it keeps nothing of them once it has answered. */
const batchSize = 50;

/** Checks pacts against two versions: a few in this thread, and many in threads on all cores. */
export async function holdAllPacts(versions: HeldVersions, sources: readonly string[]): Promise<ImpactTotals> {
  const threads = Math.min(availableParallelism(), Math.ceil(sources.length / fewPacts));
  if (threads < 2) return holdPacts(versions, sources);
  // A heap may double before it is swept, which pays off where little is thrown away; here nearly everything is.
  setFlagsFromString("--heap-growing-percent=30");
  const sum = createTotals();
  let given = 0;
  const nextBatch = (): readonly string[] => {
    const batch = sources.slice(given, given + batchSize);
    given += batchSize;
    return batch;
  };
  const take = (totals: ImpactTotals): void => addTotals(sum, totals);
  await Promise.all(Array.from({ length: threads }, () => holdInThread(versions, nextBatch, take)));
  return sum;
}

/** The built worker, since Node cannot run a thread from the sources. */
const worker = packageFile("dist/regression/impact-worker.js");

/** Gives a thread one batch after the other, as soon as it answers, until none is left. */
const holdInThread = (
  versions: HeldVersions,
  nextBatch: () => readonly string[],
  take: (totals: ImpactTotals) => void,
): Promise<void> =>
  new Promise((done, fail) => {
    const thread = new Worker(worker, { workerData: versions, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
    const end = (settle: () => void): void => {
      settle();
      void thread.terminate();
    };
    const giveNext = (): void => {
      const batch = nextBatch();
      if (batch.length > 0) thread.postMessage(batch, []);
      else end(done);
    };
    thread.on("message", (answer: ThreadAnswer) => {
      if ("refusal" in answer) return end(() => fail(new UsageError(answer.refusal)));
      take(answer.totals);
      giveNext();
    });
    thread.once("error", fail);
    thread.once("exit", (code) => fail(new Error(`a thread ended early with ${code}`)));
    giveNext();
  });
