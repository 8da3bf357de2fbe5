import { databaseTime, type Sql } from "../store/database.ts";

/** By how many seconds the clock of a worker may differ from the database's: results hold the worker's times. */
const tolerance = 5;

/** By how many seconds, at least, this machine's clock is ahead of the database's, or behind it (below 0). */
export async function clockOffset(sql: Sql, now: () => number = Date.now): Promise<number> {
  const before = now();
  const time = (await databaseTime(sql)).valueOf();
  // The database looked at its clock at some time between.
  return (Math.max(0, before - time) + Math.min(0, now() - time)) / 1000;
}

/** Describes a clock that differs too much; returns undefined for others. */
export const clockComplaint = (offset: number): string | undefined =>
  Math.abs(offset) > tolerance
    ? `${Math.round(Math.abs(offset))} s ${offset > 0 ? "ahead of" : "behind"} the database's`
    : undefined;
