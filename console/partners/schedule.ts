import type { Actor } from "../accounts/actor.ts";
import { writeAudit } from "../accounts/audit.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { isTimeZone } from "../messages/mail-times.ts";
import { first } from "../store/database.ts";
import type { Partner } from "./partners.ts";

/** Gives a partner an hour of its own from which it is judged every day; one that is over today counts from tomorrow. */
export async function setSchedule(
  { database }: ConsoleContext,
  actor: Actor,
  { id, slug }: Partner,
  { hour, time_zone }: { hour?: number | undefined; time_zone: string },
): Promise<void> {
  // The database has names of its own.
  const isKnown = await first(database, "SELECT 1 FROM pg_timezone_names WHERE name = $1", [time_zone]);
  if (!isKnown || !isTimeZone(time_zone))
    throw new ConsoleRefusal("bad-input", "give a time zone such as Europe/Berlin", "time_zone");
  await database.transaction(async (sql) => {
    await sql.query(
      `UPDATE assay.partners SET judged_at = $2::int, time_zone = $3::text,
         judged_on = CASE WHEN $2::int <= extract(hour FROM now() AT TIME ZONE $3::text) THEN (now() AT TIME ZONE $3::text)::date END WHERE id = $1`,
      [id, hour ?? null, time_zone],
    );
    const says = hour === undefined ? "at the hour of the console" : `from ${hour}:00 on, ${time_zone}`;
    await writeAudit(sql, actor, { about: `${slug}: ${says}`, partnerId: id });
  });
}
