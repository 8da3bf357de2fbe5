import { freshFirst, linkedLocations, maxLeft, type RunIds } from "../../library/platform/run-ids.ts";
import { type Database, databaseTime, first, type Sql } from "../store/database.ts";

/**
 * Takes ids for an attempt that no earlier attempt of the partner had. Its Locations count as left at once, since a worker that dies does not report what it linked;
 * of those that earlier attempts left, the attempt asks for the newest, and older ones are forgotten.
 */
export async function takeIds(database: Database, partnerId: string): Promise<RunIds> {
  return database.transaction(async (sql) => {
    const partner = await first<{ last_id: number | null }>(
      sql,
      "SELECT last_id FROM assay.partners WHERE id = $1 FOR UPDATE",
      [partnerId],
    );
    const now = (await databaseTime(sql)).valueOf();
    const taken = freshFirst(partner?.last_id ?? undefined, now);
    await sql.query("UPDATE assay.partners SET last_id = $2 WHERE id = $1", [partnerId, taken]);
    const rows = await sql.query<{ location_id: number }>(
      "DELETE FROM assay.left_locations WHERE partner_id = $1 RETURNING location_id",
      [partnerId],
    );
    const left = rows
      .map(({ location_id }) => location_id)
      .toSorted((a, b) => a - b)
      .slice(-maxLeft);
    await sql.query(
      `INSERT INTO assay.left_locations (partner_id, location_id)
       SELECT $1::uuid, value::integer FROM jsonb_array_elements_text($2::jsonb)`,
      [partnerId, JSON.stringify([...left, ...linkedLocations(taken)])],
    );
    return { first: taken, left };
  });
}

/** Strikes off Locations that the partner's application no longer takes for linked. */
export async function strikeLocations(sql: Sql, partnerId: string, locations: readonly number[]): Promise<void> {
  await sql.query(
    `DELETE FROM assay.left_locations
     WHERE partner_id = $1 AND location_id IN (SELECT value::integer FROM jsonb_array_elements_text($2::jsonb))`,
    [partnerId, JSON.stringify(locations)],
  );
}
