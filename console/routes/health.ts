import { statfs } from "node:fs/promises";
import type { ConsoleContext } from "../context.ts";
import { clockComplaint } from "../runs/clock.ts";
import { nightlySetting } from "../runs/runs.ts";
import { listWorkers, silentAfter } from "../runs/workers.ts";
import { databaseTime, first } from "../store/database.ts";
import { needed } from "../store/migrations.ts";
import { readSetting } from "../store/settings.ts";

/** After how many hours nightly runs are overdue: a day, and two hours for a machine that was restarted. */
const overdueAfter = 26;

/** How the console is. */
export interface Health {
  isDatabaseThere: boolean;
  /** Workers that were seen, and those of them whose clock lets them judge. */
  workersSeen: number;
  workersJudging: number;
  isNightlyOverdue: boolean;
  nightlyAt: string | undefined;
  queued: Record<string, number>;
}

/** Looks how the console is. */
export async function readHealth({ database, queue }: ConsoleContext): Promise<Health> {
  try {
    const workers = await listWorkers(database);
    const nightlyAt = await readSetting(database, nightlySetting);
    const certified = await first<{ since: Date | null }>(
      database,
      "SELECT min(issued_at) AS since FROM assay.certificates WHERE status IN ('valid', 'suspended')",
    );
    const now = await databaseTime(database);
    const since = nightlyAt ? new Date(nightlyAt) : certified?.since;
    const isDue = certified?.since !== null && since !== undefined && since !== null;
    const seen = workers.filter(({ is_seen }) => is_seen);
    return {
      isDatabaseThere: true,
      workersSeen: seen.length,
      workersJudging: seen.filter(({ clock_offset }) => !clockComplaint(clock_offset)).length,
      isNightlyOverdue: isDue && now.valueOf() - since.valueOf() > overdueAfter * 3_600_000,
      nightlyAt,
      queued: await queue.sizes(),
    };
  } catch {
    return {
      isDatabaseThere: false,
      workersSeen: 0,
      workersJudging: 0,
      isNightlyOverdue: false,
      nightlyAt: undefined,
      queued: {},
    };
  }
}

/** The needs of a console that answers requests, and whether each is met: the database answers, its schema is one that this assay works on, and there is room for more. */
export async function readReadiness({ database, folder }: ConsoleContext): Promise<Record<string, boolean>> {
  const found = await first<{ number: number | null }>(
    database,
    "SELECT max(number) AS number FROM assay.migrations",
  ).catch(() => undefined);
  const disk = await statfs(folder).catch(() => undefined);
  return {
    database: found !== undefined,
    migrations: (found?.number ?? 0) >= needed,
    disk: disk !== undefined && disk.bavail * disk.bsize > minFree,
  };
}

/** The bytes that must be free on the disk of the data folder: room for hundreds of runs. */
const minFree = 100_000_000;

export async function alarmsOf(context: ConsoleContext): Promise<string[]> {
  const { isDatabaseThere, workersSeen, workersJudging, isNightlyOverdue } = await readHealth(context);
  return [
    isDatabaseThere ? undefined : "The database does not answer.",
    workersSeen > 0
      ? undefined
      : `No worker was seen for ${silentAfter} seconds: nothing is judged. Start one with assay work.`,
    workersSeen > 0 && workersJudging === 0 ? "The clock of every worker is wrong: nothing is judged." : undefined,
    isNightlyOverdue ? "The nightly runs are overdue." : undefined,
  ].filter((alarm) => alarm !== undefined);
}
