import { diagnoseWays } from "../../library/diagnosis.ts";
import { ConsoleRefusal } from "../accounts/refusal.ts";
import type { ConsoleContext } from "../context.ts";
import { type Partner, type PartnerSecrets, readSecrets } from "../partners/partners.ts";
import { addressesIn, filledAddress, refusedAddresses } from "../partners/profile.ts";
import { withoutUserinfo } from "../partners/secrets.ts";
import { withinPublicNetworks } from "../vault/private-networks.ts";

/** The credentials of the platform that is played for a partner, by the variables that tell them. */
export const platformCredentials = (platform: PartnerSecrets["platform"]): Record<string, string> => ({
  PARTNER_TOKEN: platform.partner_token ?? "",
  SYSTEM_USER_TOKEN: platform.system_user_token ?? "",
  V3_ACCESS_TOKEN: platform.v3_access_token ?? "",
  APPLICATION_ID: String(platform.application_id ?? ""),
});

/** What became of an address in a check of the connection: `says` tells of the way to it, and `why` is empty where it takes connections. */
export interface ConnectionCheck {
  place: string;
  url: string;
  says: string;
  why: string;
}

/** Looks at the way to every address of an application, as a certification does before it judges. */
export async function checkConnection(context: ConsoleContext, partner: Partner): Promise<ConnectionCheck[]> {
  const { written } = await readSecrets(context, context.database, partner.id);
  if (!written) throw new ConsoleRefusal("conflict", "describe the application first");
  const tried = async ([place, url]: [string, string]): Promise<ConnectionCheck> => {
    const shown = { place, url: withoutUserinfo(url) };
    const why = refused.find(({ path }) => path.join(".") === place)?.what;
    if (why) return { ...shown, says: "", why };
    const [found] = await diagnoseWays({ [place]: filledAddress(url) });
    return found?.state === "wrong"
      ? { ...shown, says: "", why: found.says }
      : { ...shown, says: found?.says ?? "", why: "" };
  };
  const refused = await refusedAddresses(context.settings, written);
  return withinPublicNetworks(context.settings, () => Promise.all(Object.entries(addressesIn(written)).map(tried)));
}
