import { UsageError } from "../../base/errors.ts";
import { addressIn, type BrokerAccess, BrokerRefusal, documentAt } from "./broker.ts";
import { linkOf, linksOf } from "./hal.ts";

const relation = "pb:latest-provider-pacts";

/** The most pages of a list, and the most pacts: a broker that always names a next one would never end. */
const maxPages = 200;
const maxPacts = 10_000;

/** The addresses of every consumer's latest pact with a provider. */
export async function latestPacts(access: BrokerAccess, provider: string): Promise<string[]> {
  const { broker, option } = access;
  const template = linkOf(await documentAt(access, "GET", broker), relation);
  if (!template) throw new UsageError(`${option}: ${broker} offers no ${relation}; give the address of a Pact broker`);
  const addresses = new Set<string>();
  let page: string | undefined = template.replace("{provider}", encodeURIComponent(provider));
  for (let count = 0; page !== undefined; count++) {
    if (count === maxPages)
      throw new UsageError(
        `${option}: ${broker} lists pacts on more than ${maxPages} pages; give a folder of pact files`,
      );
    const list: Record<string, unknown> = await pageAt(access, page);
    const own = linksOf(list, "pb:pacts");
    for (const address of own.length > 0 ? own : linksOf(list, "pacts")) addresses.add(addressIn(access, address));
    if (addresses.size > maxPacts)
      throw new UsageError(`${option}: ${broker} lists more than ${maxPacts} pacts; give a folder of pact files`);
    page = linkOf(list, "next");
  }
  if (addresses.size === 0)
    throw new UsageError(`--provider: ${broker} has no pact for ${provider}; name a provider that consumers rely on`);
  return [...addresses];
}

/** One page of a list; a provider that the broker does not know has none. */
const pageAt = (access: BrokerAccess, address: string): Promise<Record<string, unknown>> =>
  documentAt(access, "GET", address).catch((error: unknown) => {
    if (error instanceof BrokerRefusal && error.status === 404) return {};
    throw error;
  });
