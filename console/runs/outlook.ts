import type { ConsoleContext } from "../context.ts";
import { first, type Sql } from "../store/database.ts";
import { queueOf, type StoredRun } from "./runs.ts";

/** How far a run is that is not over, and how long it will probably take. */
export interface RunOutlook {
  /** How many runs are judged before it; null once it is judged. */
  ahead: number | null;
  /** The number of the scenario, or of the proofs, that came last, and how many there are. */
  scenario: number | null;
  scenarios: number | null;
  /** Seconds since the attempt began. */
  elapsed: number | null;
  /** Seconds that such runs took lately. */
  expected: number | null;
}

/** How many runs say how long the next will take. */
const sample = 10;

/** How far a run is now. */
export async function readOutlook({ database, queue }: ConsoleContext, run: StoredRun): Promise<RunOutlook> {
  const isQueued = run.state === "queued";
  const reached = await first<{ scenario: number; scenarios: number }>(
    database,
    `SELECT coalesce(data->>'number', data->>'done')::int AS scenario, coalesce(data->>'of', data->>'total')::int AS scenarios
     FROM assay.progress WHERE run_id = $1 AND attempt = $2 AND kind IN ('scenario', 'proofs') ORDER BY id DESC LIMIT 1`,
    [run.id, run.attempt],
  );
  const since = await first<{ elapsed: number | null }>(
    database,
    "SELECT extract(epoch FROM now() - started_at)::int AS elapsed FROM assay.runs WHERE id = $1 AND state = 'running'",
    [run.id],
  );
  return {
    ahead: isQueued ? ((await queue.ahead(queueOf(run), run.job_id)) ?? null) : null,
    scenario: reached?.scenario ?? null,
    scenarios: reached?.scenarios ?? null,
    elapsed: since?.elapsed ?? null,
    expected: (await durationOf(database, run, "own")) ?? (await durationOf(database, run, "others'")) ?? null,
  };
}

/** The median of the seconds that runs took lately: the subject's own of as many claims, or else those of all subjects of its kind. */
async function durationOf(sql: Sql, run: StoredRun, whose: "own" | "others'"): Promise<number | undefined> {
  const subject = run.partner_id ? "partner_id" : "provider_id";
  const found = await first<{ seconds: number | null }>(
    sql,
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds)::int AS seconds FROM
       (SELECT extract(epoch FROM finished_at - started_at) AS seconds FROM assay.runs
        WHERE state = 'finished' AND started_at IS NOT NULL AND ${subject} ${whose === "own" ? "= $1" : "<> $1"}
          AND created_at > now() - interval '30 days'
          AND jsonb_array_length(claims) IS NOT DISTINCT FROM $2 ORDER BY created_at DESC LIMIT ${sample}) latest`,
    [run[subject], run.claims?.length ?? null],
  );
  return found?.seconds ?? undefined;
}
