import { UsageError } from "../../base/errors.ts";
import { publishPacts } from "../../contracts/broker/publish.ts";
import { eachPact } from "../../contracts/pact/pact-sources.ts";
import { exits } from "../io/exits.ts";
import type { Io } from "../io/io.ts";
import { type BrokerLogin, readBroker, readLogin } from "../options/broker-options.ts";

export interface ContractsPublishOptions extends BrokerLogin {
  pact?: string[];
  broker?: string;
  consumerVersion?: string;
  branch?: string;
  tag?: string[];
}

/** Publishes pact files to a broker. */
export async function contractsPublish(options: ContractsPublishOptions, io: Io): Promise<number> {
  if (!options.consumerVersion) throw new UsageError("--consumer-version: give the version of the consumers");
  const pacts = eachPact(options.pact, (pact) => [pact]);
  const broker = readBroker(options.broker);
  await publishPacts(pacts, {
    broker,
    version: options.consumerVersion,
    ...readLogin(options, io.env),
    ...(options.branch ? { branch: options.branch } : {}),
    ...(options.tag ? { tags: options.tag } : {}),
  });
  const names = pacts.map(({ consumer, provider }) => `${consumer} of ${provider}`);
  io.stdout.write(`published as ${options.consumerVersion}: ${names.join(", ")}\n`);
  return exits.fine;
}
