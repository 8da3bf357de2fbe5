import { UsageError } from "../../base/errors.ts";
import type { Database, Row, Sql } from "./database.ts";
import { withoutNetwork } from "./transactions.ts";

/** The used part of the package pg, which brings no types. */
interface PgClient {
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Row[] } | { rows: Row[] }[]>;
  on(event: "error", listener: (error: Error) => void): void;
  off(event: "error", listener: (error: Error) => void): void;
  release(error?: Error): void;
}
interface PgPool extends Omit<PgClient, "release" | "off"> {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
}
interface PgModule {
  default: { Pool: new (options: object) => PgPool };
}

/** Connections that one process opens at most: a few for pages, one for each run, one for the queue. */
const maxConnections = 10;

/** The time that a connection is waited for, in milliseconds: a burst of requests waits in line. */
const connectionTimeoutMillis = 30_000;

/** Opens a database of PostgreSQL; lost connections are made anew when they are needed. */
export async function openPostgres(connectionString: string): Promise<Database> {
  if (!/^(postgres(ql)?|socket):|^\//.test(connectionString))
    throw new UsageError(
      "DATABASE_URL: it is not the address of a PostgreSQL; give one such as postgres://user:password@host:5432/name",
    );
  const name = "pg";
  const { default: pg } = (await import(name)) as PgModule;
  const pool = new pg.Pool({ connectionString, max: maxConnections, connectionTimeoutMillis });
  // A connection that breaks while it is idle is replaced; anyone who uses one that breaks is reported by the statement.
  pool.on("error", ignore);
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
    const words = `DATABASE_URL: the database at ${where} cannot be used: ${message || code}; fix the address, or start the database`;
    throw Object.assign(new UsageError(words), { code });
  }
}

async function inTransaction<T>(pool: PgPool, act: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two statements is reported by the next.
  client.on("error", ignore);
  const giveBack = (broken?: Error) => {
    client.off("error", ignore);
    client.release(broken);
  };
  try {
    await client.query("BEGIN");
    const answer = await withoutNetwork(() => act(sqlOf(client)));
    await client.query("COMMIT");
    giveBack();
    return answer;
  } catch (error) {
    const broken = await client.query("ROLLBACK").then(
      () => undefined,
      (reason: Error) => reason,
    );
    giveBack(broken);
    throw error;
  }
}

const ignore = (): void => undefined;

const sqlOf = (client: Pick<PgClient, "query">): Sql => ({
  query: async <T>(text: string, values: readonly unknown[] = []) => rowsOf(await client.query(text, values)) as T[],
  script: async (text) => rowsOf(await client.query(text)),
});

const rowsOf = (answer: { rows: Row[] } | { rows: Row[] }[]): Row[] =>
  (Array.isArray(answer) ? answer.at(-1)?.rows : answer.rows) ?? [];
