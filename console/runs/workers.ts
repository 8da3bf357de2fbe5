import { hostname } from "node:os";
import type { ConsoleContext } from "../context.ts";
import { first, type Sql } from "../store/database.ts";
import { abandonAttempt } from "./attempts.ts";
import { clockOffset } from "./clock.ts";
import type { StoredRun } from "./runs.ts";

/** A worker, and when it was last seen. */
export interface WorkerRow {
  id: string;
  host: string;
  pid: number;
  started_at: Date;
  seen_at: Date;
  is_seen: boolean;
  /** By how many seconds its clock is ahead of the database's. */
  clock_offset: number;
  running: number;
}

/** A worker says that it is alive, and by how much its clock is off. */
export const beat = async (sql: Sql, id: string) =>
  sql.query(
    `INSERT INTO assay.workers (id, host, pid, clock_offset) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET seen_at = now(), gone_at = NULL, clock_offset = excluded.clock_offset`,
    [id, hostname(), process.pid, await clockOffset(sql)],
  );

/** A worker says goodbye. */
export const leave = (sql: Sql, id: string) =>
  sql.query("UPDATE assay.workers SET gone_at = now() WHERE id = $1", [id]);

/** In the embedded database no one else can be alive: anyone who was here before is gone. */
export const dismissAll = (sql: Sql) => sql.query("UPDATE assay.workers SET gone_at = now() WHERE gone_at IS NULL");

/** After how many seconds the console says in red that no worker was seen. */
export const silentAfter = 60;

/** The workers that have not said goodbye. */
export const listWorkers = (sql: Sql): Promise<WorkerRow[]> =>
  sql.query<WorkerRow>(
    `SELECT w.id, w.host, w.pid, w.started_at, w.seen_at, w.seen_at > now() - make_interval(secs => $1) AS is_seen,
       w.clock_offset,
       (SELECT count(*)::int FROM assay.runs r WHERE r.worker_id = w.id AND r.state = 'running') AS running
     FROM assay.workers w WHERE w.gone_at IS NULL ORDER BY w.started_at`,
    [silentAfter],
  );

/** Seconds without a sign of a run, beyond its worker's lease, after which others take it: its worker had time to notice first. */
const unheardFor = 60;

/** Takes runs from other workers that are gone or silent, and those that they are alive with but have lost sight of. */
export async function takeFromDead(context: ConsoleContext, ownId: string): Promise<void> {
  const { database, settings } = context;
  const runs = await database.query<StoredRun & { is_dead: boolean }>(
    `SELECT * FROM (SELECT r.id, r.attempt, r.job_id, r.asked_by, r.partner_id, r.provider_id, r.worker_id, r.heard_at,
         w.id IS NULL OR w.gone_at IS NOT NULL OR w.seen_at < now() - make_interval(secs => $1) AS is_dead
       FROM assay.runs r LEFT JOIN assay.workers w ON w.id = r.worker_id WHERE r.state = 'running') found
     WHERE worker_id IS DISTINCT FROM $2 AND (is_dead OR heard_at < now() - make_interval(secs => $3))`,
    [settings.lease, ownId, settings.lease + unheardFor],
  );
  for (const { is_dead, ...run } of runs)
    await abandonAttempt(
      context,
      run,
      is_dead
        ? { whyNot: `its worker died, or was not seen for ${settings.lease} seconds`, isOurs: true }
        : { whyNot: "its worker is alive, but gave no sign of it", hasStoppedJudge: true },
    );
  await database.query("DELETE FROM assay.workers WHERE seen_at < now() - interval '1 day'");
}

/** A worker says of a run whether it heard of it; returns whether the run is still its own. */
export const renewRun = async (sql: Sql, { id, attempt }: StoredRun, isHeard: boolean): Promise<boolean> =>
  (await first(
    sql,
    `UPDATE assay.runs SET heard_at = CASE WHEN $3 THEN now() ELSE heard_at END
     WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id`,
    [id, attempt, isHeard],
  )) !== undefined;
