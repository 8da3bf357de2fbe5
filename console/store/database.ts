/** A row as the database hands it over. */
export type Row = Record<string, unknown>;

/** Runs statements: a database, or a transaction of one. */
export interface Sql {
  /** Runs one statement with values for $1, $2, …, and answers its rows. */
  query<T = Row>(text: string, values?: readonly unknown[]): Promise<T[]>;
  /** Runs several statements without values, and answers the rows of the last. */
  script(text: string): Promise<Row[]>;
}

/** PostgreSQL, in a process of its own or in this one. */
export interface Database extends Sql {
  kind: "PostgreSQL" | "PGlite";
  /** Does something as one: all of it, or nothing. */
  transaction<T>(act: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The time by the database's clock, which all processes of a console go by. */
export const databaseTime = async (sql: Sql): Promise<Date> =>
  ((await first<{ now: Date }>(sql, "SELECT clock_timestamp() AS now")) as { now: Date }).now;

/** A value as JSON that the database takes: neither with a zero character nor with half a surrogate pair, which subjects may have written. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(?:\\|u0000|ud[89a-f][\da-f]{2})/g, (mark) => (mark === "\\\\" ? mark : "\ufffd"));

/** The first row of a statement, where there is one. */
export async function first<T = Row>(sql: Sql, text: string, values: readonly unknown[] = []): Promise<T | undefined> {
  return (await sql.query<T>(text, values))[0];
}
