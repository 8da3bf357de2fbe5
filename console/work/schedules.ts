import type { ConsoleContext } from "../context.ts";
import { noticeEnds } from "../partners/certificates.ts";
import { expireCertificates } from "../partners/life.ts";
import { writeSetting } from "../partners/settings.ts";
import { askRun, judgedNightly, nightlySetting } from "../runs/runs.ts";
import { databaseTime } from "../store/database.ts";

/** Asks for a run of every partner that is judged every night; where a person's run is open, it follows when that ends. */
export async function nightly(context: ConsoleContext): Promise<void> {
  const { database } = context;
  await expireCertificates(context);
  await noticeEnds(database);
  const partners = await database.query<{ id: string }>(
    `SELECT id FROM assay.partners WHERE ${judgedNightly} ORDER BY id`,
  );
  const ask = (id: string) =>
    database.transaction((sql) => askRun(context, sql, { partnerId: id, askedBy: "nightly" }));
  const beside: string[] = [];
  for (const { id } of partners) if ((await ask(id)).asked_by !== "nightly") beside.push(id);
  await writeSetting(database, nightlySetting, await databaseTime(database));
  // A run that ended since was not known to be followed by a nightly one.
  for (const id of beside) await ask(id);
}

/** Asks for a run of every provider that is watched at this pace. */
export async function watchAll(context: ConsoleContext, schedule: "hourly" | "daily" | "weekly"): Promise<void> {
  const providers = await context.database.query<{ id: string }>("SELECT id FROM assay.providers WHERE schedule = $1", [
    schedule,
  ]);
  for (const { id } of providers)
    await context.database.transaction((sql) => askRun(context, sql, { providerId: id, askedBy: "schedule" }));
}
