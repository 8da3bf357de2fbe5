import { randomUUID } from "node:crypto";
import type { ConsoleContext } from "../context.ts";
import { deliverEvent } from "../partners/hooks.ts";
import type { QueuedJob } from "../queue/queue.ts";
import { abandonAttempt, beginAttempt, resendLostJobs } from "../runs/attempts.ts";
import { createProgress } from "../runs/progress.ts";
import type { KeptRun } from "../runs/runs.ts";
import { beat, isStillMine, leave, takeFromDead } from "../runs/workers.ts";
import { retrying } from "../store/retrying.ts";
import { certifyRun, type Measured } from "./certify-job.ts";
import { contractsJob } from "./contracts-job.ts";
import { impactJob } from "./impact-job.ts";
import { nightly, watchAll } from "./schedules.ts";
import { watchRun } from "./watch-job.ts";

/** Somebody who does what waits in the queue. */
export interface Worker {
  id: string;
  /** Ends what goes on, hands it back, and says goodbye. */
  stop(): Promise<void>;
}

/** Starts a worker that judges so many subjects at once. */
export async function startWorker(context: ConsoleContext, { atOnce }: { atOnce: number }): Promise<Worker> {
  const { database, queue, log } = context;
  const id = randomUUID();
  const going = new Map<string, { run: KeptRun; abort: AbortController; over: Promise<void> }>();
  const ending = new AbortController();
  await beat(database, id);
  const tick = every((context.settings.lease * 1000) / 6, async () => {
    await beat(database, id);
    for (const { run, abort } of going.values()) if (!(await isStillMine(database, run))) abort.abort();
    await takeFromDead(context);
    await resendLostJobs(context, context.settings.lease);
  });

  const judge = async (job: QueuedJob, measure: typeof certifyRun) => {
    const run = await beginAttempt(context, { runId: job.data.run ?? "", jobId: job.id, workerId: id });
    if (!run) return;
    const abort = new AbortController();
    const progress = createProgress(context, run);
    const over = attempt(context, run, () => measure(context, run, { progress, signal: abort.signal }));
    going.set(run.id, { run, abort, over });
    await over.finally(() => going.delete(run.id));
    await progress.end();
  };
  await queue.work("certify", atOnce, (job) => judge(job, certifyRun));
  // A provider is judged by many requests; one at a time keeps room for partners.
  await queue.work("watch", 1, (job) => judge(job, watchRun));
  await queue.work("impact", 1, (job) => impactJob(context, job.data.revision ?? ""));
  await queue.work("contracts", 1, (job) => contractsJob(context, job.data.provider ?? "", ending.signal));
  await queue.work("hook", 2, (job) => deliverEvent(context, job.data.hook ?? "", Number(job.data.event)));
  await queue.work("nightly", 1, () => nightly(context));
  for (const schedule of ["hourly", "daily", "weekly"] as const)
    await queue.work(schedule, 1, () => watchAll(context, schedule));
  return {
    id,
    async stop() {
      tick.stop();
      ending.abort();
      for (const { abort } of going.values()) abort.abort();
      await Promise.allSettled([...going.values()].map(({ over }) => over));
      await leave(database, id).catch((error: Error) => log(`worker: ${error.message}`));
    },
  };
}

/** Makes one attempt at a run; whatever keeps it from a verdict makes it not measured. */
async function attempt(context: ConsoleContext, run: KeptRun, measure: () => Promise<Measured>): Promise<void> {
  const measured = await measure().catch((error: Error): Measured => {
    context.log(`run ${run.id}, attempt ${run.attempt}: ${error.stack ?? error.message}`);
    return { whyNot: `assay itself failed: ${error.message}` };
  });
  if ("whyNot" in measured) await retrying(() => abandonAttempt(context, run, measured.whyNot));
}

/** Does something again and again, one after the other; what fails is tried again next time. */
function every(milliseconds: number, act: () => Promise<void>): { stop(): void } {
  let isGoing = false;
  const timer = setInterval(() => {
    if (isGoing) return;
    isGoing = true;
    void act()
      .catch(() => undefined)
      .finally(() => {
        isGoing = false;
      });
  }, milliseconds);
  return { stop: () => clearInterval(timer) };
}
