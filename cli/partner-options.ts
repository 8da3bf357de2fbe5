import type { PactSource } from "../library/partner-pacts.ts";
import type { Reach } from "../regression/diff/sources/locate-version.ts";
import { readBroker } from "./broker-options.ts";

/** Options that say where the contracts of partners are. */
export interface PartnerOptions {
  pacts: string;
  brokerToken?: string;
  provider: string;
}

/** Where the contracts are: in files, or at a broker. */
export function pactSourceOf({ pacts, brokerToken, provider }: PartnerOptions): PactSource {
  if (!/^https?:\/\//.test(pacts)) return pacts;
  const broker = readBroker(pacts, "--pacts");
  return { broker, provider, ...(brokerToken ? { token: brokerToken } : {}), option: "--pacts", purpose: "read" };
}

/** What may be read besides what is named. */
export const reachOf = ({ root, allowNet }: Reach): Reach => ({
  ...(root === undefined ? {} : { root }),
  ...(allowNet ? { allowNet } : {}),
});
