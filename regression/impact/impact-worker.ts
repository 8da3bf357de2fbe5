import { parentPort, workerData } from "node:worker_threads";
import { UsageError } from "../../base/errors.ts";
import { shareOf, type Versions } from "./impact-share.ts";
import type { Answer } from "./impact-threads.ts";

const answerTo = (sources: string[]): Promise<Answer> =>
  shareOf(workerData as Versions, sources).then(
    (share) => ({ share }),
    (error: unknown) => {
      if (error instanceof UsageError) return { refusal: error.message };
      throw error;
    },
  );

// A thread of `assay impact`: takes some pacts at a time, and hands back what came of them.
parentPort?.on(
  "message",
  (sources: string[]) => void answerTo(sources).then((answer) => parentPort?.postMessage(answer, [])),
);
