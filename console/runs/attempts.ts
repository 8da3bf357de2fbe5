import type { ConsoleContext } from "../context.ts";
import { writeEvent } from "../messages/events.ts";
import { noteUnjudged } from "../partners/life.ts";
import { writeSnapshot } from "../partners/snapshot.ts";
import { databaseTime, first, jsonOf, type Sql } from "../store/database.ts";
import { askRun, judgedNightly, nightlySetting, queueOf, runById, type StoredRun, sendJob } from "./runs.ts";

/** The number of times that a run is tried; one that was not measured so often says so, and is no one's failure. */
export const maxAttempts = 4;

/** The number of times that a run may stop the process that judges it. */
export const maxStops = 2;

/** Why an attempt judged nothing. */
export interface Unmeasured {
  whyNot: string;
  /** True if the subject stopped the process that judged it: it hung, ran over its limits, or crashed. */
  hasStoppedJudge?: boolean;
  /** True if its subject has nothing to do with it: the worker died or was stopped, or its clock or its name servers are wrong. */
  isOurs?: true;
}

/** A worker takes a run, with what it judges; undefined where there is nothing left to do. The attempt before, if it is open, was not measured. */
export async function beginAttempt(
  context: Pick<ConsoleContext, "database" | "seal">,
  { runId, jobId, workerId }: { runId: string; jobId: string; workerId: string },
): Promise<StoredRun | undefined> {
  return context.database.transaction(async (sql) => {
    const taken = await first<{ attempt: number }>(
      sql,
      `UPDATE assay.runs SET state = 'running', attempt = attempt + 1, worker_id = $3, started_at = now(), heard_at = now()
       WHERE id = $1 AND job_id = $2 AND state IN ('queued', 'running') RETURNING attempt`,
      [runId, jobId, workerId],
    );
    if (!taken) return undefined;
    await closeAttempts(sql, runId, { whyNot: "another worker took the run over" });
    await sql.query("INSERT INTO assay.run_attempts (run_id, attempt, worker_id) VALUES ($1, $2, $3)", [
      runId,
      taken.attempt,
      workerId,
    ]);
    const run = await runById(sql, runId);
    // No page follows earlier runs of the subject any more.
    await sql.query(
      `DELETE FROM assay.progress p USING assay.runs r WHERE r.id = p.run_id AND r.id <> $1
         AND (r.partner_id = $2::uuid OR r.provider_id = $3::uuid)`,
      [runId, run?.partner_id ?? null, run?.provider_id ?? null],
    );
    if (run?.partner_id) await writeSnapshot(context, sql, { ...run, partner_id: run.partner_id });
    return run;
  });
}

const closeAttempts = (sql: Sql, runId: string, { whyNot, hasStoppedJudge = false }: Unmeasured) =>
  sql.query(
    `UPDATE assay.run_attempts SET ended_at = now(), ending = $3, why = $2 WHERE run_id = $1 AND ended_at IS NULL`,
    [runId, whyNot, hasStoppedJudge ? "stopped-the-judge" : "not-measured"],
  );

/** The number of times that a run stopped the process that judged it. */
async function countStops(sql: Sql, runId: string): Promise<number> {
  const rows = await sql.query("SELECT 1 FROM assay.run_attempts WHERE run_id = $1 AND ending = 'stopped-the-judge'", [
    runId,
  ]);
  return rows.length;
}

/** Asks for the nightly run that found a run of someone open and was not added beside it, so that no partner keeps nightly runs away. */
async function askMissedNightly(context: Pick<ConsoleContext, "queue">, sql: Sql, runId: string): Promise<void> {
  const missed = await first<{ id: string }>(
    sql,
    `SELECT id FROM assay.partners p WHERE ${judgedNightly} AND EXISTS (SELECT 1 FROM assay.runs r, assay.settings s
       WHERE r.id = $1 AND r.partner_id = p.id AND r.asked_by IN ('person', 'operator') AND (r.claims IS NOT NULL OR r.verdict IS DISTINCT FROM 'pass')
         AND s.name = $2 AND r.created_at <= (s.value #>> '{}')::timestamptz)`,
    [runId, nightlySetting.name],
  );
  if (missed) await askRun(context, sql, { partnerId: missed.id, askedBy: "nightly" });
}

/** Ends an attempt that judged nothing: the run is tried again, or, after several attempts, was not measured. */
export async function abandonAttempt(context: ConsoleContext, run: StoredRun, unmeasured: Unmeasured): Promise<void> {
  const { database, queue } = context;
  const { whyNot, hasStoppedJudge = false } = unmeasured;
  await database.transaction(async (sql) => {
    const isUnmeasurable = hasStoppedJudge && (await countStops(sql, run.id)) + 1 >= maxStops;
    const isLast = isUnmeasurable || run.attempt >= maxAttempts;
    const why = isUnmeasurable ? `not measurable: stopped the judge: ${whyNot}` : whyNot;
    const open = await first<StoredRun>(
      sql,
      `UPDATE assay.runs SET state = $3, worker_id = NULL, why = $4, finished_at = CASE WHEN $5 THEN now() END
       WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id`,
      [run.id, run.attempt, isLast ? "not-measured" : "queued", why, isLast],
    );
    // Someone else has ended or taken it.
    if (!open) return;
    await closeAttempts(sql, run.id, unmeasured);
    if (!isLast) return queue.fail(sql, queueOf(run), run.job_id, why);
    await queue.cancel(sql, queueOf(run), run.job_id);
    await askMissedNightly(context, sql, run.id);
    const about = { runId: run.id, why: isUnmeasurable ? why : `a run was not measured: ${why}` };
    if (run.partner_id && run.asked_by === "nightly" && !unmeasured.isOurs) {
      const kind = isUnmeasurable ? "stopped-the-judge" : "not-judged";
      return noteUnjudged(sql, { kind, partnerId: run.partner_id, ...about });
    }
    await writeEvent(sql, {
      kind: isUnmeasurable ? "stopped-the-judge" : "not-measured",
      ...about,
      ...(run.partner_id ? { partnerId: run.partner_id } : {}),
      ...(run.provider_id ? { providerId: run.provider_id } : {}),
    });
  });
}

/** Ends an attempt with its verdict, and does what follows from it, all in one; nothing, where the run is no longer this worker's. */
export async function endAttempt(
  { database, queue }: ConsoleContext,
  run: StoredRun,
  fields: { verdict: string; outcomes: object; results: string; journal: Uint8Array; changes?: unknown },
  follow: (sql: Sql) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (sql) => {
    const ended = await first(
      sql,
      `UPDATE assay.runs SET state = 'finished', why = NULL, verdict = $3, outcomes = $4, results = $5, journal = $6, changes = $7,
         finished_at = now()
       WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id`,
      [
        run.id,
        run.attempt,
        fields.verdict,
        JSON.stringify(fields.outcomes),
        fields.results,
        fields.journal,
        fields.changes === undefined ? null : jsonOf(fields.changes),
      ],
    );
    if (!ended) return false;
    await sql.query(
      "UPDATE assay.run_attempts SET ended_at = now(), ending = 'judged' WHERE run_id = $1 AND attempt = $2",
      [run.id, run.attempt],
    );
    if (run.partner_id) await dropJournals(sql, run.partner_id);
    await follow(sql);
    await queue.complete(sql, queueOf(run), run.job_id);
    await askMissedNightly({ queue }, sql, run.id);
    return true;
  });
}

/** The maximum of packed bytes of the journals that are kept of runs which one partner asked for: those of hundreds of usual runs. */
const maxJournals = 50_000_000;

/** Drops the oldest journals of runs that a partner asked for, so that no partner fills the disk; those of nightly and operators' runs stay. */
const dropJournals = (sql: Sql, partnerId: string) =>
  sql.query(
    `UPDATE assay.runs SET journal = NULL WHERE id IN (SELECT id FROM
       (SELECT id, sum(length(journal)) OVER (ORDER BY finished_at DESC, id) AS total FROM assay.runs
        WHERE partner_id = $1 AND asked_by = 'person' AND journal IS NOT NULL) kept WHERE total > $2)`,
    [partnerId, maxJournals],
  );

/** Someone ends a run that is not over; it was not measured. */
export async function cancelRun({ database, queue }: ConsoleContext, run: StoredRun, who: string): Promise<boolean> {
  return database.transaction(async (sql) => {
    const ended = await first(
      sql,
      `UPDATE assay.runs SET state = 'not-measured', why = $2, finished_at = now()
       WHERE id = $1 AND asked_by = $3 AND state IN ('queued', 'running') RETURNING id`,
      [run.id, `${who} ended it`, run.asked_by],
    );
    if (!ended) return false;
    await closeAttempts(sql, run.id, { whyNot: `${who} ended it` });
    await queue.cancel(sql, queueOf(run), run.job_id);
    await askMissedNightly({ queue }, sql, run.id);
    return true;
  });
}

/**
 * Gives runs that wait without a job a new one, and takes jobs from anyone who fetched one and did not begin it within so many seconds, so
 * that none is lost, whatever died when.
 */
export async function resendLostJobs({ database, queue }: ConsoleContext, olderThan: number): Promise<void> {
  const waiting = await database.query<StoredRun>(
    `SELECT id, partner_id, provider_id, job_id, asked_by, attempt FROM assay.runs
     WHERE state = 'queued' AND created_at < now() - make_interval(secs => $1)`,
    [olderThan],
  );
  for (const run of waiting) {
    const job = await queue.look(queueOf(run), run.job_id);
    if (job?.state === "created" || job?.state === "retry") continue;
    if (job?.state === "active") {
      const seconds = ((await databaseTime(database)).valueOf() - (job.since?.valueOf() ?? 0)) / 1000;
      if (seconds > olderThan)
        await queue.fail(database, queueOf(run), run.job_id, "the worker that took it did not begin");
      continue;
    }
    await database.transaction(async (sql) => {
      const renewed = await first<StoredRun>(
        sql,
        `UPDATE assay.runs SET job_id = gen_random_uuid() WHERE id = $1 AND job_id = $2 AND state = 'queued'
         RETURNING id, partner_id, provider_id, job_id, asked_by`,
        [run.id, run.job_id],
      );
      if (renewed) await sendJob(queue, sql, renewed);
    });
  }
}
