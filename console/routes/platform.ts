import { takePlace } from "../accounts/limits.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import { type PartnerSecrets, readSecrets } from "../partners/partners.ts";
import { addressesIn, filledAddress, refusedAddresses } from "../partners/profile.ts";
import { shownAddress } from "../partners/secrets.ts";
import { failureOf, runTask } from "../work/run-task.ts";
import type { FoundWay } from "../work/tasks/connection.ts";
import type { RouteCall } from "./action.ts";

/** The credentials of the platform that is played for a partner, by the variables that name them. */
export const platformCredentials = (platform: PartnerSecrets["platform"]): Record<string, string> => ({
  PARTNER_TOKEN: platform.partner_token ?? "",
  SYSTEM_USER_TOKEN: platform.system_user_token ?? "",
  V3_ACCESS_TOKEN: platform.v3_access_token ?? "",
  APPLICATION_ID: String(platform.application_id ?? ""),
});

/** The outcome of an address in a check of the connection. */
export interface ConnectionCheck extends FoundWay {
  place: string;
  url: string;
}

/** Looks at the way to every address of an application, as a certification does before it judges, in a process of its own. */
export async function checkConnection({ context, address, partner, signal }: RouteCall): Promise<ConnectionCheck[]> {
  const { settings, env, log } = context;
  const { written } = await readSecrets(context, context.database, partner.id);
  if (!written) throw new ConsoleRefusal("conflict", "describe the application first");
  // For all people of a partner together: there are few places.
  const leave = takePlace("connection", { address, account: partner.id });
  const stopped = (error: unknown) => {
    if (signal.aborted) throw new ConsoleRefusal("conflict", "it was interrupted");
    throw new ConsoleRefusal("conflict", failureOf(error).failed);
  };
  try {
    const refused = await refusedAddresses(settings, written);
    const whyNot = (place: string) => refused.find(({ path }) => path.join(".") === place)?.what;
    const all = Object.entries(addressesIn(written));
    const tried = all.filter(([place]) => !whyNot(place)).map(([place, url]) => [place, filledAddress(url)]);
    const order = { addresses: Object.fromEntries(tried), allowsPrivate: settings.allowsPrivate };
    const found = tried.length > 0 ? await runTask("connection", order, { env, log, signal }).catch(stopped) : {};
    return all.map(([place, url]) => ({
      place,
      url: shownAddress(url),
      ...(found[place] ?? { says: "", why: whyNot(place) ?? "" }),
    }));
  } finally {
    leave();
  }
}
