import { diagnoseWays } from "../../../library/examine/diagnosis.ts";
import { withinPublicNetworks } from "../../vault/private-networks.ts";

/** The findings about an address: facts of the connection, and why it takes none, which is empty where it does. */
export interface FoundWay {
  says: string;
  why: string;
}

/** Looks at the way to each address of an application; one after the other would take as long as all that do not answer. */
export async function connection({
  addresses,
  allowsPrivate,
}: {
  addresses: Record<string, string>;
  allowsPrivate: boolean;
}): Promise<Record<string, FoundWay>> {
  const look = async ([place, url]: [string, string]): Promise<[string, FoundWay]> => {
    const [found] = await diagnoseWays({ [place]: url });
    const says = found?.says ?? "";
    return [place, found?.state === "error" ? { says: "", why: says } : { says, why: "" }];
  };
  const all = () => Promise.all(Object.entries(addresses).map(look));
  return Object.fromEntries(await withinPublicNetworks({ allowsPrivate }, all));
}
