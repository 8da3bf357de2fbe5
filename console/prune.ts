import { existsSync } from "node:fs";
import { UsageError } from "../base/errors.ts";
import { failureHours } from "./partners/states.ts";
import { openStore } from "./store/open-store.ts";

/** Within so many days, failures count together. */
const minDays = Math.ceil(failureHours / 24);

const isPass = "verdict = 'pass' AND claims IS NULL";

/** What was thrown away. */
export interface Pruned {
  runs: number;
  progress: number;
  audit: number;
}

/**
 * Throws away what is older than so many days: runs with their journals, progress, and lines of the audit log. The latest run of each subject
 * and its latest pass stay, and so does what a certificate is about; events stay as well, since they say why a state is what it is.
 */
export async function prune({
  folder,
  url,
  days,
}: {
  folder: string;
  url: string | undefined;
  days: number;
}): Promise<Pruned> {
  const embedded = `${folder}/database`;
  if (url === undefined && !existsSync(embedded))
    throw new UsageError(`--data: ${folder} holds no data of a console; name the folder that assay serve uses`);
  const database = await openStore({ url, folder: embedded });
  try {
    return await database.transaction(async (sql) => {
      const count = async (text: string): Promise<number> => (await sql.query(text, [days])).length;
      return {
        runs: await count(
          `DELETE FROM assay.runs r WHERE finished_at < now() - make_interval(days => greatest($1, ${minDays}))
             AND id NOT IN (SELECT DISTINCT ON (coalesce(partner_id, provider_id), ${isPass}) id FROM assay.runs
               WHERE state = 'finished' ORDER BY coalesce(partner_id, provider_id), ${isPass}, finished_at DESC)
           RETURNING id`,
        ),
        progress: await count(
          `DELETE FROM assay.progress p USING assay.runs r
           WHERE r.id = p.run_id AND r.finished_at < now() - least(make_interval(days => $1), interval '1 day') RETURNING p.id`,
        ),
        audit: await count("DELETE FROM assay.audit WHERE at < now() - make_interval(days => $1) RETURNING id"),
      };
    });
  } finally {
    await database.close();
  }
}
