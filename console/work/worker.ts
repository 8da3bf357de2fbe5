import { randomUUID } from "node:crypto";
import { HarnessError, UsageError } from "../../base/errors.ts";
import type { ConsoleContext } from "../context.ts";
import { withLogFacts } from "../log.ts";
import { deliverDue } from "../messages/deliver.ts";
import { announceAgain } from "../messages/outbox.ts";
import { followNetworks } from "../partners/networks.ts";
import type { QueuedJob } from "../queue/queue.ts";
import { abandonAttempt, beginAttempt, resendLostJobs } from "../runs/attempts.ts";
import { clockComplaint, clockOffset } from "../runs/clock.ts";
import { createProgress } from "../runs/progress.ts";
import { pruneByRetention } from "../runs/retention.ts";
import type { StoredRun } from "../runs/runs.ts";
import { beat, leave, renewRun, takeFromDead } from "../runs/workers.ts";
import { retrying } from "../store/retrying.ts";
import { certifyRun, type Measured } from "./certify-job.ts";
import { contractsJob } from "./contracts-job.ts";
import { impactJob } from "./impact-job.ts";
import { JudgeStopped, type TaskOptions } from "./run-task.ts";
import { judgeByHour, nightly, watchAll } from "./schedules.ts";
import { watchRun } from "./watch-job.ts";

/** Someone who does what waits in the queue. */
export interface Worker {
  id: string;
  /** Ends what goes on, hands it back, and says goodbye. */
  stop(): Promise<void>;
}

/** A run that goes on here. */
interface GoingRun {
  run: StoredRun;
  abort: AbortController;
  /** True if its process gave a sign since the worker last looked. */
  isHeard: boolean;
  over: Promise<void>;
}

/** Starts a worker that judges so many subjects at once. */
export async function startWorker(context: ConsoleContext, { atOnce }: { atOnce: number }): Promise<Worker> {
  const { database, queue, settings, log, env } = context;
  const id = randomUUID();
  const going = new Map<string, GoingRun>();
  const ending = new AbortController();
  await beat(database, id);
  await followNetworks(context);
  const tick = every((settings.lease * 1000) / 6, async () => {
    // Runs first: a worker that was seen later than its run has lost sight of that.
    for (const entry of going.values()) {
      const { isHeard } = entry;
      entry.isHeard = false;
      if (!(await renewRun(database, entry.run, isHeard))) entry.abort.abort();
    }
    await beat(database, id);
    await followNetworks(context);
    await takeFromDead(context, id);
    await resendLostJobs(context, settings.lease);
  });
  const messages = every((settings.lease * 1000) / 6, () => deliverDue(context));
  const limits = settings.silence === undefined ? {} : { silence: settings.silence };
  const taskOptions = (signal: AbortSignal): TaskOptions => ({ env, log, limits, signal });

  const judge = async (job: QueuedJob, measure: typeof certifyRun) => {
    await requireClock(context);
    const run = await beginAttempt(context, { runId: job.data.run ?? "", jobId: job.id, workerId: id });
    if (!run) return;
    const progress = createProgress(context, run);
    const entry: GoingRun = { run, abort: new AbortController(), isHeard: true, over: Promise.resolve() };
    const onNews: TaskOptions["onNews"] = (facts) => {
      entry.isHeard = true;
      for (const fact of facts) progress.report(fact);
    };
    const { signal } = entry.abort;
    // A run of the same partner that was ended may still be stopping, and holds the partner's ports until then.
    const before = [...going.values()].filter(
      ({ run: other }) => run.partner_id && other.partner_id === run.partner_id,
    );
    entry.over = attempt(context, run, signal, async () => {
      await Promise.allSettled(before.map(({ over }) => over));
      return measure(context, run, { ...taskOptions(signal), onNews });
    });
    going.set(run.id, entry);
    await entry.over.finally(() => going.delete(run.id));
    await progress.end();
  };
  await queue.work("certify", atOnce, (job) => judge(job, certifyRun));
  // A provider is judged by many requests; one at a time keeps room for partners.
  await queue.work("watch", 1, (job) => judge(job, watchRun));
  await queue.work("impact", 1, (job) => impactJob(context, job.data.revision ?? "", taskOptions(ending.signal)));
  await queue.work("contracts", 1, (job) => contractsJob(context, job.data.provider ?? "", taskOptions(ending.signal)));
  await queue.work("hook", 1, (job) => announceAgain(database, job.data.hook ?? "", Number(job.data.event)));
  await queue.work("nightly", 1, () => nightly(context));
  const besides = { hourly: judgeByHour, daily: pruneByRetention, weekly: undefined };
  for (const schedule of ["hourly", "daily", "weekly"] as const)
    await queue.work(schedule, 1, async () => {
      await besides[schedule]?.(context);
      await watchAll(context, schedule);
    });
  return {
    id,
    async stop() {
      tick.stop();
      messages.stop();
      ending.abort();
      for (const { abort } of going.values()) abort.abort();
      await Promise.allSettled([...going.values()].map(({ over }) => over));
      await leave(database, id).catch((error: Error) => log(`worker: ${error.message}`));
    },
  };
}

/** Leaves a job to other workers where this machine's clock is off; the queue offers it again. */
async function requireClock({ database, log }: ConsoleContext): Promise<void> {
  const complaint = clockComplaint(await clockOffset(database));
  if (!complaint) return;
  const message = `worker: the clock of this machine is ${complaint}: nothing is judged or issued here until it is set`;
  log(message);
  throw new HarnessError(message);
}

/** Makes one attempt at a run; whatever keeps it from a verdict makes it not measured. */
async function attempt(
  context: ConsoleContext,
  run: StoredRun,
  signal: AbortSignal,
  measure: () => Promise<Measured>,
): Promise<void> {
  const measured = await withLogFacts({ run: run.id }, measure).catch((error: Error): Measured => {
    if (signal.aborted) return { whyNot: "it was interrupted", isOurs: true };
    if (error instanceof UsageError) return { whyNot: error.message };
    context.log(`run ${run.id}, attempt ${run.attempt}: ${error.stack ?? error.message}`, "error", { run: run.id });
    if (error instanceof JudgeStopped) return { whyNot: error.message, hasStoppedJudge: true };
    return { whyNot: `assay itself failed: ${error.message}` };
  });
  context.log(`run ${run.id}, attempt ${run.attempt}, is over`, "info", { run: run.id });
  if ("whyNot" in measured) await retrying(() => abandonAttempt(context, run, measured));
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
