import type { Schema } from "../../base/formats/json-schema.ts";
import { first, type Sql } from "./database.ts";
import { stored } from "./stored.ts";

/** A setting of the service: its name, and the form of its value. */
export interface Setting<T> {
  readonly name: string;
  readonly schema: Schema;
  /** Says to the compiler what its values are; no setting has it. */
  readonly type?: T;
}

export const setting = <T>(name: string, schema: Schema): Setting<T> => ({ name, schema });

const valueOf = <T>({ name, schema }: Setting<T>, row: { value: unknown } | undefined): T | undefined =>
  (row?.value ?? null) === null ? undefined : stored<T>(`setting ${name}`, schema, row?.value);

/** A setting that was kept, where there is one. */
export const readSetting = async <T>(sql: Sql, wanted: Setting<T>): Promise<T | undefined> =>
  valueOf(wanted, await first(sql, "SELECT value FROM assay.settings WHERE name = $1", [wanted.name]));

/** A setting that this transaction alone may change until it ends: what two write at once by what they read is lost for one of them. */
export const claimSetting = async <T>(sql: Sql, wanted: Setting<T>): Promise<T | undefined> =>
  valueOf(
    wanted,
    await first(
      sql,
      `INSERT INTO assay.settings AS setting (name, value) VALUES ($1, 'null')
       ON CONFLICT (name) DO UPDATE SET value = setting.value RETURNING value`,
      [wanted.name],
    ),
  );

export const writeSetting = <T>(sql: Sql, { name }: Setting<T>, value: NoInfer<T>) =>
  sql.query(
    "INSERT INTO assay.settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [name, JSON.stringify(value)],
  );
