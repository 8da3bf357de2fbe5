import type { ConsoleContext } from "../context.ts";
import { noticeEnds } from "../partners/certificates.ts";
import { expireCertificates } from "../partners/life.ts";
import { askRun, judgedNightly, nightlySetting } from "../runs/runs.ts";
import { databaseTime } from "../store/database.ts";
import { writeSetting } from "../store/settings.ts";

/** Asks for the nightly runs of partners without an hour of their own, or of all; where a person's run is open, a nightly one follows when that ends. */
export async function nightly(context: ConsoleContext, { isOfAll = false } = {}): Promise<void> {
  const { database } = context;
  await expireCertificates(context);
  await noticeEnds(database);
  const partners = await database.query<{ id: string }>(
    `SELECT id FROM assay.partners WHERE ${judgedNightly} AND ($1 OR judged_at IS NULL) ORDER BY id`,
    [isOfAll],
  );
  const beside: string[] = [];
  for (const { id } of partners) if ((await askAtNight(context, id)).asked_by !== "nightly") beside.push(id);
  await writeSetting(database, nightlySetting, (await databaseTime(database)).toISOString());
  // A run that ended since was not known to be followed by a nightly one.
  for (const id of beside) await askAtNight(context, id);
}

const askAtNight = (context: ConsoleContext, partnerId: string) =>
  context.database.transaction((sql) => askRun(context, sql, { partnerId, askedBy: "nightly" }));

/** Asks for the runs of partners whose own hour has come today; where a person's run is open, it is asked for again in an hour. */
export async function judgeByHour(context: ConsoleContext): Promise<void> {
  const due = await context.database.query<{ id: string }>(
    `SELECT id FROM assay.partners WHERE ${judgedNightly} AND judged_at <= extract(hour FROM now() AT TIME ZONE time_zone)
       AND judged_on IS DISTINCT FROM (now() AT TIME ZONE time_zone)::date ORDER BY id`,
  );
  for (const { id } of due)
    if ((await askAtNight(context, id)).asked_by === "nightly")
      await context.database.query(
        "UPDATE assay.partners SET judged_on = (now() AT TIME ZONE time_zone)::date WHERE id = $1",
        [id],
      );
}

/** Asks for a run of every provider that is watched at this pace. */
export async function watchAll(context: ConsoleContext, schedule: "hourly" | "daily" | "weekly"): Promise<void> {
  const providers = await context.database.query<{ id: string }>("SELECT id FROM assay.providers WHERE schedule = $1", [
    schedule,
  ]);
  for (const { id } of providers)
    await context.database.transaction((sql) => askRun(context, sql, { providerId: id, askedBy: "schedule" }));
}
