import { existsSync } from "node:fs";
import { UsageError } from "../base/errors.ts";
import { type Pruned, pruneBy } from "./runs/retention.ts";
import { openStore } from "./store/open-store.ts";

/** Throws away what is older than so many days, of a console that need not run. */
export async function prune({
  folder,
  url,
  days,
}: {
  folder: string;
  url: string | undefined;
  days: number;
}): Promise<Pruned> {
  const embedded = `${folder}/database`;
  if (url === undefined && !existsSync(embedded))
    throw new UsageError(`--data: ${folder} holds no data of a console; name the folder that assay serve uses`);
  const database = await openStore({ url, folder: embedded });
  try {
    return await database.transaction((sql) => pruneBy(sql, { days }));
  } finally {
    await database.close();
  }
}
