import { HarnessError, UsageError } from "../../base/errors.ts";
import { type Database, first, type Sql } from "./database.ts";
import { breaking, migrations, needed } from "./migrations.ts";

/** Any number that no other program takes for its lock. */
const lock = 7_261_905;

/** Refuses a schema that this assay does not work on, and leaves any other as it is. */
export async function keepSchema(sql: Sql): Promise<void> {
  const there = await first(sql, "SELECT 1 FROM pg_tables WHERE schemaname = 'assay' AND tablename = 'migrations'");
  const done = there ? await stepsDone(sql) : 0;
  if (done < needed)
    throw new UsageError(
      `the schema of the database is ${done}, and this assay works from ${needed} on; start one process without --keep-schema`,
    );
}

/** The number of steps that were done; a schema that needs an assay which knows more is refused. */
async function stepsDone(sql: Sql): Promise<number> {
  const found = await first<{ number: number | null; needs: number | null }>(
    sql,
    "SELECT max(number) AS number, max(needs) AS needs FROM assay.migrations",
  );
  const done = found?.number ?? 0;
  // Steps only add, so that processes of two versions work side by side while one is replaced by the other.
  if ((found?.needs ?? 0) > migrations.length)
    throw new UsageError(
      `the database was written by a newer assay (its schema is ${done} and needs one that knows ${found?.needs}, this one knows ${migrations.length}); upgrade assay`,
    );
  return done;
}

/** Brings the schema up to date; of several that start at once, one does it and the others wait for it. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock($1)", [lock]);
    await sql.script(`CREATE SCHEMA IF NOT EXISTS assay;
      CREATE TABLE IF NOT EXISTS assay.migrations (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
      -- The least step that an assay must know to work after this one.
      ALTER TABLE assay.migrations ADD COLUMN IF NOT EXISTS needs integer NOT NULL DEFAULT 0`);
    const done = await stepsDone(sql);
    for (const [index, text] of migrations.entries()) {
      if (index < done) continue;
      await sql.script(text);
      const number = index + 1;
      await sql.query("INSERT INTO assay.migrations (number, needs) VALUES ($1, $2)", [
        number,
        breaking.has(number) ? number : 0,
      ]);
    }
  });
  if (migrations.length === 0) throw new HarnessError("there are no migrations");
}
