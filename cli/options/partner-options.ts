import { existsSync } from "node:fs";
import { readPactFile } from "../../contracts/pact/pact-file.ts";
import type { PactSource } from "../../library/versions/partner-pacts.ts";
import type { Reach } from "../../regression/diff/sources/locate-version.ts";
import type { Io } from "../io/io.ts";
import { type BrokerLogin, readBroker, readLogin } from "./broker-options.ts";

/** Options that say where the contracts of partners are. */
export interface PartnerOptions extends BrokerLogin {
  pacts: string;
  provider: string;
}

/** Where the contracts are: in files, or at a broker. A wrong path is reported before versions are read. */
export function pactSourceOf({ pacts, provider, ...login }: PartnerOptions, { env }: Io): PactSource {
  if (!/^https?:\/\//.test(pacts)) {
    // Reading what is not there says why.
    if (!existsSync(pacts)) readPactFile(pacts);
    return pacts;
  }
  const broker = readBroker(pacts, "--pacts");
  return { broker, provider, ...readLogin(login, env), option: "--pacts", purpose: "read" };
}

/** Bounds of further reading, besides the named versions. */
export const reachOf = ({ root, allowNet }: Reach): Reach => ({
  ...(root === undefined ? {} : { root }),
  ...(allowNet ? { allowNet } : {}),
});
