import { UsageError } from "../../base/errors.ts";
import type { Database, Row, Sql } from "./database.ts";
import { loadPackage } from "./packages.ts";

/** What is used of the package pg, which brings no types. */
interface PgClient {
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] } | { rows: Row[] }[]>;
  release(error?: Error): void;
}
interface PgPool extends Omit<PgClient, "release"> {
  connect(): Promise<PgClient>;
  on(event: "error", listener: (error: Error) => void): void;
  end(): Promise<void>;
}
interface PgModule {
  default: { Pool: new (options: object) => PgPool };
}

/** Connections that one process opens at most: a few for pages, one for each run, one for the queue. */
const mostConnections = 10;

/** How long a connection is waited for, in milliseconds. */
const connectionTimeoutMillis = 10_000;

/** Opens a database of PostgreSQL; lost connections are made anew when they are needed. */
export async function openPostgres(connectionString: string): Promise<Database> {
  const name = "pg";
  const { default: pg } = await loadPackage(name, () => import(name) as Promise<PgModule>);
  const pool = new pg.Pool({ connectionString, max: mostConnections, connectionTimeoutMillis });
  // A connection that breaks while it is idle is replaced; whoever uses one that breaks is told by the statement.
  pool.on("error", () => undefined);
  await reach(pool, connectionString);
  return {
    kind: "PostgreSQL",
    ...sqlOf(pool),
    transaction: (act) => inTransaction(pool, act),
    close: () => pool.end(),
  };
}

async function reach(pool: PgPool, connectionString: string): Promise<void> {
  try {
    await pool.query("SELECT 1");
  } catch (error) {
    await pool.end();
    const { code, message } = error as NodeJS.ErrnoException;
    const where = URL.canParse(connectionString) ? new URL(connectionString).host : "its address";
    throw new UsageError(
      `DATABASE_URL: the database at ${where} cannot be used: ${message || code}; mend the address, or start the database`,
    );
  }
}

async function inTransaction<T>(pool: PgPool, act: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const answer = await act(sqlOf(client));
    await client.query("COMMIT");
    client.release();
    return answer;
  } catch (error) {
    const broken = await client.query("ROLLBACK").then(
      () => undefined,
      (reason: Error) => reason,
    );
    client.release(broken);
    throw error;
  }
}

const sqlOf = (client: Pick<PgClient, "query">): Sql => ({
  query: async <T>(text: string, values: readonly unknown[] = []) => rowsOf(await client.query(text, values)) as T[],
  script: async (text) => rowsOf(await client.query(text)),
});

const rowsOf = (answer: { rows: Row[] } | { rows: Row[] }[]): Row[] =>
  (Array.isArray(answer) ? answer.at(-1)?.rows : answer.rows) ?? [];
