import { hostname } from "node:os";
import type { ConsoleContext } from "../context.ts";
import { first, type Sql } from "../store/database.ts";
import { abandonAttempt } from "./attempts.ts";
import type { KeptRun } from "./runs.ts";

/** A worker, and when it was last seen. */
export interface WorkerRow {
  id: string;
  host: string;
  pid: number;
  started_at: Date;
  seen_at: Date;
  is_seen: boolean;
  running: number;
}

/** A worker says that it is alive. */
export const beat = (sql: Sql, id: string) =>
  sql.query(
    `INSERT INTO assay.workers (id, host, pid) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET seen_at = now(), gone_at = NULL`,
    [id, hostname(), process.pid],
  );

/** A worker says goodbye. */
export const leave = (sql: Sql, id: string) =>
  sql.query("UPDATE assay.workers SET gone_at = now() WHERE id = $1", [id]);

/** In the embedded database nobody else can be alive: whoever was here before is gone. */
export const dismissAll = (sql: Sql) => sql.query("UPDATE assay.workers SET gone_at = now() WHERE gone_at IS NULL");

/** After how many seconds the console says in red that no worker was seen. */
export const silentAfter = 60;

/** The workers that have not said goodbye. */
export const listWorkers = (sql: Sql): Promise<WorkerRow[]> =>
  sql.query<WorkerRow>(
    `SELECT w.id, w.host, w.pid, w.started_at, w.seen_at, w.seen_at > now() - make_interval(secs => $1) AS is_seen,
       (SELECT count(*)::int FROM assay.runs r WHERE r.worker_id = w.id AND r.state = 'running') AS running
     FROM assay.workers w WHERE w.gone_at IS NULL ORDER BY w.started_at`,
    [silentAfter],
  );

/** Takes runs from workers that are gone or silent. */
export async function takeFromDead(context: ConsoleContext): Promise<void> {
  const { database, settings } = context;
  const runs = await database.query<KeptRun & { is_gone: boolean }>(
    `SELECT r.id, r.attempt, r.job_id, r.partner_id, r.provider_id FROM assay.runs r
     LEFT JOIN assay.workers w ON w.id = r.worker_id
     WHERE r.state = 'running' AND (w.id IS NULL OR w.gone_at IS NOT NULL OR w.seen_at < now() - make_interval(secs => $1))`,
    [settings.lease],
  );
  for (const run of runs)
    await abandonAttempt(context, run, `its worker died, or was not seen for ${settings.lease} seconds`);
  await database.query("DELETE FROM assay.workers WHERE seen_at < now() - interval '1 day'");
}

/** Whether a run is still a worker's own. */
export const isStillMine = async (sql: Sql, { id, attempt }: KeptRun): Promise<boolean> =>
  (await first(sql, "SELECT 1 FROM assay.runs WHERE id = $1 AND attempt = $2 AND state = 'running'", [id, attempt])) !==
  undefined;
