import { first, type Sql } from "../store/database.ts";

/** A setting that was kept, where there is one. */
export const readSetting = async <T>(sql: Sql, name: string): Promise<T | undefined> =>
  (await first<{ value: T | null }>(sql, "SELECT value FROM assay.settings WHERE name = $1", [name]))?.value ??
  undefined;

/** A setting that this transaction alone may change until it ends: what two write at once by what they read is lost for one of them. */
export const claimSetting = async <T>(sql: Sql, name: string): Promise<T | undefined> =>
  (
    await first<{ value: T | null }>(
      sql,
      `INSERT INTO assay.settings AS setting (name, value) VALUES ($1, 'null')
       ON CONFLICT (name) DO UPDATE SET value = setting.value RETURNING value`,
      [name],
    )
  )?.value ?? undefined;

export const writeSetting = (sql: Sql, name: string, value: unknown) =>
  sql.query(
    "INSERT INTO assay.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [name, JSON.stringify(value)],
  );
