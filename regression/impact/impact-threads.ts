import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { UsageError } from "../../base/errors.ts";
import { add, emptyShare, type Share, shareOf, type Versions } from "./impact-share.ts";

/** What a thread answers: what came of its pacts, or why nothing did. */
export type Answer = { share: Share } | { refusal: string };

/** As many pacts as one thread reads before others have started. */
const few = 200;

/** As many as a thread is given at a time: it keeps nothing of them once it has answered. */
const batch = 50;

/** Holds pacts against two versions: a few at once, and many in threads on all cores. */
export async function holdAll(versions: Versions, sources: readonly string[]): Promise<Share> {
  const threads = Math.min(availableParallelism(), Math.ceil(sources.length / few));
  if (threads < 2) return shareOf(versions, sources);
  // A heap may double before it is swept, which pays off where little is thrown away; here nearly everything is.
  setFlagsFromString("--heap-growing-percent=30");
  const sum = emptyShare();
  let given = 0;
  const next = (): readonly string[] => sources.slice(given, (given += batch));
  await Promise.all(Array.from({ length: threads }, () => inThread(versions, next, (share) => add(sum, share))));
  return sum;
}

/** The built worker beside the built program. */
const worker = new URL(`./impact-worker${extname(import.meta.url)}`, import.meta.url);

/** Gives a thread some of what is left, and more as soon as it answers, until nothing is. */
const inThread = (versions: Versions, next: () => readonly string[], take: (share: Share) => void): Promise<void> =>
  new Promise((done, fail) => {
    const thread = new Worker(worker, { workerData: versions, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
    const end = (settle: () => void): void => {
      settle();
      void thread.terminate();
    };
    const giveOn = (): void => {
      const sources = next();
      if (sources.length > 0) thread.postMessage(sources, []);
      else end(done);
    };
    thread.on("message", (answer: Answer) => {
      if ("refusal" in answer) return end(() => fail(new UsageError(answer.refusal)));
      take(answer.share);
      giveOn();
    });
    thread.once("error", fail);
    thread.once("exit", (code) => fail(new Error(`a thread ended early with ${code}`)));
    giveOn();
  });
