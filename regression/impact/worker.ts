import { parentPort, workerData } from "node:worker_threads";
import { UsageError } from "../../base/errors.ts";
import { type HeldVersions, holdPacts } from "./held-pacts.ts";
import type { ImpactTotals } from "./totals.ts";

/** The answer of a thread: the totals of its pacts, or why there are none. */
export type ThreadAnswer = { totals: ImpactTotals } | { refusal: string };

const answerTo = (sources: string[]): Promise<ThreadAnswer> =>
  holdPacts(workerData as HeldVersions, sources).then(
    (totals) => ({ totals }),
    (error: unknown) => {
      if (error instanceof UsageError) return { refusal: error.message };
      throw error;
    },
  );

// A thread of `assay impact`: takes some pacts at a time, and hands back their totals.
parentPort?.on(
  "message",
  (sources: string[]) => void answerTo(sources).then((answer) => parentPort?.postMessage(answer, [])),
);
