import { HarnessError, UsageError } from "../../base/errors.ts";
import { type Database, first } from "./database.ts";
import { migrations } from "./migrations.ts";

/** Any number that no other program takes for its lock. */
const lock = 7_261_905;

/** Brings the schema up to date; of several that start at once, one does it and the others wait for it. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock($1)", [lock]);
    await sql.script(`CREATE SCHEMA IF NOT EXISTS assay;
      CREATE TABLE IF NOT EXISTS assay.migrations (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`);
    const found = await first<{ number: number | null }>(sql, "SELECT max(number) AS number FROM assay.migrations");
    const done = found?.number ?? 0;
    if (done > migrations.length)
      throw new UsageError(
        `the database was written by a newer assay (its schema is ${done}, this one knows ${migrations.length}); upgrade assay`,
      );
    for (const [index, text] of migrations.entries()) {
      if (index < done) continue;
      await sql.script(text);
      await sql.query("INSERT INTO assay.migrations (number) VALUES ($1)", [index + 1]);
    }
  });
  if (migrations.length === 0) throw new HarnessError("there are no migrations");
}
