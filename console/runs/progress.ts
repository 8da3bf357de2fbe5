import type { ConsoleContext } from "../context.ts";
import { jsonOf, type Sql } from "../store/database.ts";
import type { StoredRun } from "./runs.ts";

/** A report on a run while it goes on. */
export type ProgressFacts =
  | { kind: "scenario"; title: string; number: number; of: number }
  | { kind: "request"; method: string; path: string; status: number }
  | { kind: "judged"; requirement: string; holds: boolean; found?: string }
  | { kind: "task"; task: string; until: string }
  | { kind: "task-claimed"; task: string; who: string }
  | { kind: "task-done"; task: string }
  | { kind: "proofs"; done: number; total: number };

/** One line of a run's progress. */
export interface ProgressRow {
  id: number;
  attempt: number;
  at: Date;
  kind: ProgressFacts["kind"];
  /** The report, without its kind. */
  data: Record<string, unknown>;
}

/** The interval at which what is new is written, in milliseconds. */
const writeEvery = 400;

/** Takes what is reported of a run, and writes it bundle by bundle; a database that is away for a while costs only progress. */
export interface ProgressWriter {
  report(facts: ProgressFacts): void;
  end(): Promise<void>;
}

export function createProgress({ database }: Pick<ConsoleContext, "database">, run: StoredRun): ProgressWriter {
  const waiting: ProgressFacts[] = [];
  const write = async () => {
    const bundle = waiting.splice(0);
    if (bundle.length === 0) return;
    await database
      .query(
        `INSERT INTO assay.progress (run_id, attempt, kind, data)
         SELECT $1, $2, item->>'kind', item - 'kind' FROM jsonb_array_elements($3::jsonb) item`,
        [run.id, run.attempt, jsonOf(bundle)],
      )
      .catch(() => undefined);
  };
  const timer = setInterval(() => void write(), writeEvery);
  return {
    report(facts) {
      waiting.push(facts);
    },
    async end() {
      clearInterval(timer);
      await write();
    },
  };
}

/** Notes that someone says to have done a task that a run waits for; whether it was done is still seen by what the application sends. */
export async function claimTask(
  sql: Sql,
  { id, attempt }: Pick<StoredRun, "id" | "attempt">,
  task: string,
  who: string,
): Promise<boolean> {
  const rows = await sql.query(
    `INSERT INTO assay.progress (run_id, attempt, kind, data)
     SELECT $1, $2, 'task-claimed', jsonb_build_object('task', $3::text, 'who', $4::text)
     WHERE (SELECT kind FROM assay.progress WHERE run_id = $1 AND attempt = $2 AND data->>'task' = $3
       ORDER BY id DESC LIMIT 1) = 'task' RETURNING id`,
    [id, attempt, task, who],
  );
  return rows.length > 0;
}

/** The reports after a line, of the attempt that goes on. */
export const readProgress = (sql: Sql, run: Pick<StoredRun, "id" | "attempt">, after: number): Promise<ProgressRow[]> =>
  sql.query<ProgressRow>(
    `SELECT id::int AS id, attempt, at, kind, data FROM assay.progress
     WHERE run_id = $1 AND attempt = $2 AND id > $3 ORDER BY id LIMIT 500`,
    [run.id, run.attempt, after],
  );
