import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openPglite } from "./pglite.ts";
import { openPostgres } from "./postgres.ts";

/** Where the console keeps its data: the address of a PostgreSQL, or a folder for the embedded one. */
export interface StorePlace {
  url?: string | undefined;
  folder: string;
}

/** Opens the database, and brings its schema up to date. */
export async function openStore({ url, folder }: StorePlace): Promise<Database> {
  const database = url ? await openPostgres(url) : await openPglite(folder);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
