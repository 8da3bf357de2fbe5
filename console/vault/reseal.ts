import type { Database } from "../store/database.ts";
import type { Seal } from "./seal.ts";

/** A column of sealed texts, and what each was sealed for. */
export interface SealedColumn {
  table: string;
  column: string;
  purpose: (id: string) => string;
}

/** Seals anew what was sealed with an earlier key, unless it changes meanwhile; returns how much that was. */
export async function resealColumn(
  { database, seal }: { database: Database; seal: Seal },
  { table, column, purpose }: SealedColumn,
): Promise<number> {
  let [count, last] = [0, "00000000-0000-0000-0000-000000000000"];
  for (;;) {
    // Partners decide how many runs there are; they are not held all at once.
    const rows = await database.query<{ id: string; sealed: string }>(
      `SELECT id, ${column} AS sealed FROM assay.${table} WHERE NOT starts_with(${column}, $1) AND id > $2 ORDER BY id LIMIT 100`,
      [seal.current, last],
    );
    for (const { id, sealed } of rows)
      await database.query(`UPDATE assay.${table} SET ${column} = $2 WHERE id = $1 AND ${column} = $3`, [
        id,
        seal.seal(purpose(id), seal.open(purpose(id), sealed)),
        sealed,
      ]);
    count += rows.length;
    const end = rows.at(-1)?.id;
    if (end === undefined) return count;
    last = end;
  }
}
