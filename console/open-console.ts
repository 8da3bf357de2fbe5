import { UsageError } from "../base/errors.ts";
import { resealSecondFactors } from "./accounts/second-factor.ts";
import type { ConsoleContext, ConsoleSettings } from "./context.ts";
import type { Log } from "./log.ts";
import { resealWebhooks } from "./messages/webhooks.ts";
import { resealPartners } from "./partners/partners.ts";
import { resealSigningKeys } from "./partners/signing.ts";
import { resealSnapshots } from "./partners/snapshot.ts";
import { startQueue } from "./queue/queue.ts";
import { dismissAll } from "./runs/workers.ts";
import type { Sql } from "./store/database.ts";
import { openStore } from "./store/open-store.ts";
import { isAway, isRestarting, retrying } from "./store/retrying.ts";
import { claimSetting, setting, writeSetting } from "./store/settings.ts";
import { readKeys } from "./vault/keys.ts";
import { createSeal, type Seal } from "./vault/seal.ts";
import { resealProviders } from "./watch/providers.ts";

/** Where a console's data and keys are. */
export interface ConsolePlace {
  /** The folder for the embedded database, and for the key where the environment has none. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  settings: ConsoleSettings;
  log: Log;
  keepsSchema?: boolean | undefined;
}

/** A console whose database is open. */
export interface OpenConsole {
  context: ConsoleContext;
  close(): Promise<void>;
}

/** Opens the database and the queue. A database that is being restarted is waited for; that there is none is reported at once. */
export async function openConsole(place: ConsolePlace): Promise<OpenConsole> {
  let wasThere = false;
  return retrying(() => open(place), {
    isWaitedOut(error) {
      wasThere ||= isRestarting(error) || !(error instanceof UsageError);
      return wasThere && isAway(error);
    },
    onWait: ({ message }) => place.log(`the database is waited for: ${message}`),
  });
}

async function open({ folder, env, settings, log, keepsSchema }: ConsolePlace): Promise<OpenConsole> {
  const seal = createSeal(readKeys(folder, env));
  const database = await openStore({ url: env.DATABASE_URL, folder: `${folder}/database`, keepsSchema });
  try {
    await database.transaction((sql) => checkKey(sql, seal));
    if (database.kind === "PGlite") await dismissAll(database);
    let lastError = "";
    const onError = ({ message }: Error): void => {
      // A database that is away says the same every second.
      if (message !== lastError) log(`queue: ${message}`);
      lastError = message;
    };
    const queue = await startQueue(database, onError, keepsSchema);
    const context: ConsoleContext = { database, queue, seal, settings, folder, env, log };
    await resealAll(context);
    return {
      context,
      async close() {
        await queue.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const keySetting = setting<string>("key check", { type: "string" });

/** A wrong key must not be found out by the first partner whose profile cannot be opened. */
async function checkKey(sql: Sql, seal: Seal): Promise<void> {
  const kept = await claimSetting(sql, keySetting);
  if (kept === undefined) return void (await writeSetting(sql, keySetting, seal.seal(keySetting.name, "assay")));
  try {
    seal.open(keySetting.name, kept);
  } catch (error) {
    throw new UsageError(
      `ASSAY_KEY: ${error instanceof UsageError ? error.message : "this key does not open what is in the database"}`,
    );
  }
  if (!seal.isCurrent(kept)) await writeSetting(sql, keySetting, seal.seal(keySetting.name, "assay"));
}

/** After a change of key, everything is sealed with the new one; the old one is not needed any more then. */
async function resealAll(context: ConsoleContext): Promise<void> {
  const counts = [
    await resealPartners(context),
    await resealSnapshots(context),
    await resealProviders(context),
    await resealWebhooks(context),
    await resealSigningKeys(context),
    await resealSecondFactors(context),
  ];
  const all = counts.reduce((sum, count) => sum + count);
  if (all > 0) context.log(`${all} secrets are sealed with the new key; the previous one can go`, "info");
}
