import type { Database } from "./database.ts";
import { keepSchema, migrate } from "./migrate.ts";
import { openPglite } from "./pglite.ts";
import { openPostgres } from "./postgres.ts";

/** Where the console keeps its data: the address of a PostgreSQL, or a folder for the embedded one. */
export interface StorePlace {
  url?: string | undefined;
  folder: string;
  /** True if the schema stays as it is; otherwise it is brought up to date. */
  keepsSchema?: boolean | undefined;
}

/** Opens the database. */
export async function openStore({ url, folder, keepsSchema = false }: StorePlace): Promise<Database> {
  const database = url ? await openPostgres(url) : await openPglite(folder);
  try {
    await (keepsSchema ? keepSchema : migrate)(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
