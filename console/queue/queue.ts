import type PgBoss from "pg-boss";
import { UsageError } from "../../base/errors.ts";
import { type Database, first, type Sql } from "../store/database.ts";
import { type QueueName, queues, schedules } from "./queues.ts";

/** A job as a worker gets it. */
export interface QueuedJob {
  id: string;
  data: Record<string, string>;
}

/** How a job is sent. */
interface SendOptions {
  id?: string;
  /** Of jobs with the same key, one is done at a time. */
  key?: string;
  /** Jobs with a higher number go first. */
  priority?: number;
}

/** The queue: pg-boss on the console's own database, so that a job and what it is about are written as one. */
export interface Queue {
  send(sql: Sql, name: QueueName, data: Record<string, string>, options?: SendOptions): Promise<void>;
  /** Ends a job together with what it did. */
  complete(sql: Sql, name: QueueName, id: string): Promise<void>;
  /** Takes a job from anyone who has it; it is tried again, as often as its queue allows. */
  fail(sql: Sql, name: QueueName, id: string, why: string): Promise<void>;
  cancel(sql: Sql, name: QueueName, id: string): Promise<void>;
  /** How a job is, and since when someone has it; undefined where it is gone. */
  look(name: QueueName, id: string): Promise<{ state: string; since: Date | null } | undefined>;
  /** How many jobs of a queue are done before one that waits; undefined where it does not wait. */
  ahead(name: QueueName, id: string): Promise<number | undefined>;
  /** Takes jobs one after the other, so many at once. */
  work(name: QueueName, atOnce: number, act: (job: QueuedJob) => Promise<void>): Promise<void>;
  sizes(): Promise<Record<string, number>>;
  stop(options?: { graceful?: boolean }): Promise<void>;
}

/** The interval at which a worker looks for jobs, in seconds. */
const lookEvery = 1;

/** Starts the queue; schedules are kept by every process together. The queue's own tables stay as they are if `keepsSchema` is true. */
export async function startQueue(
  database: Database,
  onError: (error: Error) => void,
  keepsSchema = false,
): Promise<Queue> {
  const { default: Boss } = await import("pg-boss");
  const place = { db: dbOf(database), schema: "assay_queue", migrate: !keepsSchema };
  const boss = new Boss({ ...place, cronMonitorIntervalSeconds: 30 });
  boss.on("error", onError);
  try {
    await boss.start();
    for (const [name, options] of Object.entries(queues)) await boss.createQueue(name, { name, ...options });
    for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron);
    return queueOn(boss, database);
  } catch (error) {
    await boss.stop({ graceful: false, close: false }).catch(() => undefined);
    if (error instanceof Error && /not installed|requires migrations/.test(error.message))
      throw new UsageError(
        "the queue's tables are older than this assay needs; start one process without --keep-schema",
      );
    throw error;
  }
}

const queueOn = (boss: PgBoss, database: Database): Queue => ({
  async send(sql, name, data, { id, key, priority } = {}) {
    await boss.send(name, data, {
      db: dbOf(sql),
      ...(id ? { id } : {}),
      ...(key ? { singletonKey: key } : {}),
      ...(priority ? { priority } : {}),
    });
  },
  complete: (sql, name, id) => boss.complete(name, id, {}, { db: dbOf(sql) }),
  fail: (sql, name, id, why) => boss.fail(name, id, { why }, { db: dbOf(sql) }),
  cancel: (sql, name, id) => boss.cancel(name, id, { db: dbOf(sql) }),
  async look(name, id) {
    const job = await boss.getJobById(name, id);
    return job ? { state: job.state, since: job.startedOn } : undefined;
  },
  async ahead(name, id) {
    const place = await first<{ ahead: number }>(
      database,
      `SELECT (SELECT count(*)::int FROM assay_queue.job j WHERE j.name = own.name AND j.state < 'active'
         AND (-j.priority, j.created_on, j.id) < (-own.priority, own.created_on, own.id)) AS ahead
       FROM assay_queue.job own WHERE own.name = $1 AND own.id = $2 AND own.state < 'active'`,
      [name, id],
    );
    return place?.ahead;
  },
  async work(name, atOnce, act) {
    const options = { pollingIntervalSeconds: lookEvery, batchSize: 1 };
    for (let count = 0; count < atOnce; count++)
      await boss.work<Record<string, string>>(name, options, async ([job]) => {
        if (job) await act({ id: job.id, data: job.data });
      });
  },
  async sizes() {
    const rows = await database.query<{ name: string; count: number }>(
      `SELECT name, count(*)::int AS count FROM assay_queue.job
       WHERE state < 'active' AND start_after < now() GROUP BY name`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  },
  stop: ({ graceful = false } = {}) => boss.stop({ graceful, wait: true, close: false, timeout: 10_000 }),
});

/** The database as pg-boss uses it; what has no values may be several statements. */
const dbOf = (sql: Sql): PgBoss.Db => ({
  executeSql: async (text, values) => ({
    rows: values && values.length > 0 ? await sql.query(text, values) : await sql.script(text),
  }),
});
