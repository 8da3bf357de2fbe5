import { UsageError } from "../../base/errors.ts";
import { type BrokerAccess, callBroker } from "../../contracts/broker/broker.ts";
import { latestPacts } from "../../contracts/broker/broker-pacts.ts";
import type { Pact } from "../../contracts/pact/interaction.ts";
import { readPact, readPactFile } from "../../contracts/pact/pact-file.ts";
import { pactFiles } from "../../contracts/pact/pact-sources.ts";

/** Where the contracts of partners are: a folder of pact files or one file, or a broker. */
export type PactSource = string | (BrokerAccess & { provider: string });

/** Reads the contracts of partners one by one; one that cannot be read is asked to `unread`. */
export async function* readPartnerPacts(source: PactSource, unread: (line: string) => void): AsyncGenerator<Pact> {
  const places = typeof source === "string" ? pactFiles(source, "--pacts") : await latestPacts(source, source.provider);
  for (const place of places) {
    const text = typeof source === "string" ? undefined : await callBroker(source, "GET", place);
    try {
      yield text === undefined ? readPactFile(place) : readPact(text, place);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      unread(error.message);
    }
  }
}
