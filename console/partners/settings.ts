import { first, type Sql } from "../store/database.ts";

/** A setting that was kept, where there is one. */
export const readSetting = async <T>(sql: Sql, name: string): Promise<T | undefined> =>
  (await first<{ value: T }>(sql, "SELECT value FROM assay.settings WHERE name = $1", [name]))?.value;

export const writeSetting = (sql: Sql, name: string, value: unknown) =>
  sql.query(
    "INSERT INTO assay.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [name, JSON.stringify(value)],
  );
