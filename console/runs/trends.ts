import type { Sql } from "../store/database.ts";

/** How the nightly runs of each day came out, the oldest first, and what failed most. */
export interface Trends {
  days: { day: string; passed: number; failed: number; inconclusive: number; not_measured: number }[];
  requirements: { requirement: string; partners: number; runs: number }[];
}

/** Of how many days runs are counted, and of how many the requirements in them, which are many more; and how many requirements are named. */
const [runDays, requirementDays, maxNamed] = [30, 7, 20];

/** The outcomes of partners' recent runs. */
export const readTrends = async (sql: Sql): Promise<Trends> => ({
  days: await sql.query(
    `SELECT d::date::text AS day, ${["pass", "fail", "inconclusive"].map((verdict, index) => `count(*) FILTER (WHERE r.verdict = '${verdict}')::int AS ${["passed", "failed", "inconclusive"][index]}`).join(", ")},
       count(*) FILTER (WHERE r.state = 'not-measured')::int AS not_measured
     FROM generate_series(now()::date - ${runDays - 1}, now()::date, interval '1 day') d
     LEFT JOIN assay.runs r ON r.finished_at >= d AND r.finished_at < d + interval '1 day' AND r.asked_by = 'nightly'
     GROUP BY d ORDER BY d`,
  ),
  requirements: await sql.query(
    `SELECT o.key AS requirement, count(DISTINCT r.partner_id)::int AS partners, count(*)::int AS runs
     FROM assay.runs r, jsonb_each_text(r.outcomes) o
     WHERE r.finished_at > now() - make_interval(days => ${requirementDays}) AND r.partner_id IS NOT NULL AND r.claims IS NULL AND o.value = 'fail'
     GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${maxNamed}`,
  ),
});
