import type { ConsoleContext } from "../context.ts";
import { failureHours } from "../partners/states.ts";
import type { Sql } from "../store/database.ts";
import { readSetting, setting } from "../store/settings.ts";
import { object } from "../store/stored.ts";

/** Within so many days, failures count together. */
const minDays = Math.ceil(failureHours / 24);

const isPass = "verdict = 'pass' AND claims IS NULL";

export interface Pruned {
  runs: number;
  progress: number;
  audit: number;
}

/** For how many days runs, progress and lines of the audit log stay, and how many runs of each subject; without a number, all. */
export interface Retention {
  days?: number | undefined;
  runs?: number | undefined;
}

/** The setting that says what is thrown away every day. */
export const retentionSetting = setting<Retention>(
  "retention",
  object({ days: { type: "integer" }, runs: { type: "integer" } }, []),
);

/**
 * Throws away what is older than so many days, or beyond so many runs of a subject: runs with their journals, progress, and lines of the audit log. The latest
 * run of each subject, its latest pass and the runs of two days stay; events stay as well, since they say why a state is what it is.
 */
export async function pruneBy(sql: Sql, { days, runs }: Retention): Promise<Pruned> {
  const count = async (text: string, values: readonly unknown[]): Promise<number> =>
    (await sql.query(text, values)).length;
  return {
    runs: await count(
      `DELETE FROM assay.runs r USING (SELECT id, row_number() OVER (PARTITION BY coalesce(partner_id, provider_id) ORDER BY created_at DESC) AS place
           FROM assay.runs) p
       WHERE p.id = r.id AND finished_at < now() - make_interval(days => ${minDays})
         AND (finished_at < now() - make_interval(days => $1::int) OR place > $2::int)
         AND r.id NOT IN (SELECT DISTINCT ON (coalesce(partner_id, provider_id), ${isPass}) id FROM assay.runs
           WHERE state = 'finished' ORDER BY coalesce(partner_id, provider_id), ${isPass}, finished_at DESC)
       RETURNING r.id`,
      [days ?? null, runs ?? null],
    ),
    progress: await count(
      `DELETE FROM assay.progress p USING assay.runs r
       WHERE r.id = p.run_id AND r.finished_at < now() - least(make_interval(days => $1::int), interval '1 day') RETURNING p.id`,
      [days ?? null],
    ),
    audit: await count("DELETE FROM assay.audit WHERE at < now() - make_interval(days => $1::int) RETURNING id", [
      days ?? null,
    ]),
  };
}

/** Throws away every day what operators want to be thrown away. */
export const pruneByRetention = ({ database }: Pick<ConsoleContext, "database">): Promise<Pruned> =>
  database.transaction(async (sql) => pruneBy(sql, (await readSetting(sql, retentionSetting)) ?? {}));
