import { lookup, Resolver } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { guardConnections } from "../../harness/http/connection-guard.ts";
import { refuseWithinTransaction } from "../store/transactions.ts";

/**
 * The networks that the IANA IPv4 Special-Purpose Address Registry lists as not globally reachable, and multicast.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const special4 = {
  "0.0.0.0/8": "this network",
  "10.0.0.0/8": "private use",
  "100.64.0.0/10": "shared address space",
  "127.0.0.0/8": "loopback",
  "169.254.0.0/16": "link local",
  "172.16.0.0/12": "private use",
  "192.0.0.0/24": "IETF protocol assignments",
  "192.0.2.0/24": "documentation",
  "192.88.99.0/24": "6to4 relays, deprecated",
  "192.168.0.0/16": "private use",
  "198.18.0.0/15": "benchmarking",
  "198.51.100.0/24": "documentation",
  "203.0.113.0/24": "documentation",
  "224.0.0.0/4": "multicast",
  "240.0.0.0/4": "reserved, and broadcast",
};

/**
 * The networks that the IANA IPv6 Special-Purpose Address Registry lists within global unicast: not globally reachable, or with an address of version 4 inside.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const special6 = {
  "2001::/23": "IETF protocol assignments: Teredo, benchmarking, ORCHID",
  "2001:db8::/32": "documentation",
  "2002::/16": "6to4",
  "3fff::/20": "documentation",
};

/** The only part of IPv6 that is assigned to networks anybody can reach; loopback, IPv4-mapped, NAT64, local and multicast addresses lie outside. */
const globalUnicast = { "2000::/3": "global unicast" };

function listOf(networks: Readonly<Record<string, string>>, family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of Object.keys(networks)) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const [refused4, refused6, global6] = [
  listOf(special4, "ipv4"),
  listOf(special6, "ipv6"),
  listOf(globalUnicast, "ipv6"),
];

/** True if an IP address is loopback, private, link-local or reserved, or is none at all. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  const family = isIP(plain);
  if (family === 4) return refused4.check(plain, "ipv4");
  return family === 0 || !global6.check(plain, "ipv6") || refused6.check(plain, "ipv6");
}

const whyPrivate = (address: string): string | undefined =>
  isPrivateAddress(address) ? `${address} is in a private network` : undefined;

/** Does something that connects to addresses which partners enter: not into private networks, unless the operator allows that. */
export async function withinPublicNetworks<T>(
  { allowsPrivate }: { allowsPrivate: boolean },
  act: () => Promise<T>,
): Promise<T> {
  refuseWithinTransaction();
  return allowsPrivate ? act() : guardConnections(whyPrivate, act);
}

/**
 * Asks name servers. `lookup` would take one of the few threads of this process for as long as a hostile name server is silent, and passwords are hashed
 * on those.
 */
const patience = { timeout: 2_000, tries: 2 };
const names = new Resolver(patience);

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host];
  if (/(?:^|\.)localhost\.?$/i.test(host)) return ["127.0.0.1"];
  const [four, six] = await Promise.allSettled([names.resolve4(host), names.resolve6(host)]);
  const found = [four, six].flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  if (found.length === 0 && four.status === "rejected") throw four.reason;
  return found;
}

/** The name or the number of a URL's machine; placeholders stand behind it. */
const hostOf = (url: string): string => new URL(url.replace(/\{\w+\}/g, "0")).hostname.replace(/^\[|\]$/g, "");

/** Why the machine of a URL would not be connected to now, if so; where names are not resolved, that of a number. */
export async function whyRefused(url: string, resolves = true): Promise<string | undefined> {
  refuseWithinTransaction();
  const host = hostOf(url);
  if (!resolves && !isIP(host)) return undefined;
  try {
    const why = (await addressesOf(host)).map(whyPrivate).find(Boolean);
    return why && (isIP(host) ? why : `${host}: ${why}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `${host} cannot be resolved (${code ?? message})`;
  }
}

/** The error of a name server that does not answer, whatever it is asked. */
const silence = new Set(["ETIMEOUT", "ECONNREFUSED", "ESERVFAIL"]);

/** Why the names of some URLs say nothing about their machines, if so: one is not known here, and neither is the root of all names asked for. */
export async function whyUnresolved(urls: readonly string[], servers?: readonly string[]): Promise<string | undefined> {
  const found = await Promise.allSettled(urls.map((url) => lookup(hostOf(url))));
  if (found.every(({ status }) => status === "fulfilled")) return undefined;
  const own = new Resolver(patience);
  if (servers) own.setServers(servers);
  const code = await own.resolveNs(".").then(
    () => "",
    (error: NodeJS.ErrnoException) => error.code ?? "",
  );
  return silence.has(code) ? `the name servers of this machine do not answer (${code})` : undefined;
}
