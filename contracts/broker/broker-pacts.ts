import { UsageError } from "../../base/errors.ts";
import { type BrokerAccess, BrokerRefusal, documentAt } from "./broker.ts";
import { linkOf, linksOf } from "./hal.ts";

const relation = "pb:latest-provider-pacts";

/** The addresses of every consumer's latest pact with a provider. */
export async function latestPacts(access: BrokerAccess, provider: string): Promise<string[]> {
  const { broker, option } = access;
  const template = linkOf(await documentAt(access, "GET", broker), relation);
  if (!template) throw new UsageError(`${option}: ${broker} offers no ${relation}; give the address of a Pact broker`);
  const list = await documentAt(access, "GET", template.replace("{provider}", encodeURIComponent(provider))).catch(
    (error: unknown) => {
      if (error instanceof BrokerRefusal && error.status === 404) return {};
      throw error;
    },
  );
  const own = linksOf(list, "pb:pacts");
  const addresses = (own.length > 0 ? own : linksOf(list, "pacts")).map((address) => new URL(address, broker).href);
  if (addresses.length === 0)
    throw new UsageError(`--provider: ${broker} has no pact for ${provider}; name a provider that consumers rely on`);
  return addresses;
}
