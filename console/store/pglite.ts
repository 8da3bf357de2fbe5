import { mkdirSync } from "node:fs";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { Database, Sql } from "./database.ts";
import { lockFolder } from "./folder-lock.ts";
import { withoutNetwork } from "./transactions.ts";

/** Opens the embedded database in a folder, which no other process may use meanwhile. */
export async function openPglite(folder: string): Promise<Database> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  const { PGlite: Engine } = await import("@electric-sql/pglite");
  try {
    const engine = await Engine.create(folder);
    return databaseOf(engine, async () => {
      await engine.close();
      await lock.release();
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const databaseOf = (engine: PGlite, close: () => Promise<void>): Database => ({
  kind: "PGlite",
  ...sqlOf(engine),
  transaction: (act) => engine.transaction((transaction) => withoutNetwork(() => act(sqlOf(transaction)))),
  close,
});

const sqlOf = (engine: PGlite | Transaction): Sql => ({
  query: async <T>(text: string, values: readonly unknown[] = []) => (await engine.query<T>(text, [...values])).rows,
  script: async (text) => (await engine.exec(text)).at(-1)?.rows ?? [],
});
