import { AsyncLocalStorage } from "node:async_hooks";
import dns, { type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { isPrivateAddress } from "./private-networks.ts";

/** What the names of a run stand for: each is resolved once, so that what was checked is what is used. */
type ResolvedNames = Map<string, Promise<LookupAddress[]>>;

const guarded = new AsyncLocalStorage<ResolvedNames>();
const plainLookup = dns.lookup;

/** The code of an error that says that an address leads where it must not. */
export const privateCode = "EASSAYPRIVATE";

class PrivateAddressError extends Error {
  readonly code = privateCode;
}

/** Does something during which every name is resolved once, and none may lead to a private network. */
export function withGuardedLookup<T>(act: () => Promise<T>): Promise<T> {
  // Whatever connects in a run asks here, be it Node's own client or undici; outside of one, nothing is changed.
  if (dns.lookup === plainLookup) dns.lookup = guardedLookup as typeof dns.lookup;
  return guarded.run(new Map(), act);
}

/** Why an address must not be asked, if so; asks the resolver that the run will ask. */
export async function whyRefused(url: string): Promise<string | undefined> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  try {
    const addresses = isIP(host) ? [{ address: host }] : await resolve(host, guarded.getStore() ?? new Map());
    const found = addresses.find(({ address }) => isPrivateAddress(address));
    return found && `${host} leads to ${found.address}, which is in a private network`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === privateCode ? message : `${host} cannot be resolved (${code ?? message})`;
  }
}

function resolve(host: string, names: ResolvedNames): Promise<LookupAddress[]> {
  const known = names.get(host);
  if (known) return known;
  const asked = new Promise<LookupAddress[]>((found, fail) =>
    plainLookup(host, { all: true }, (error, addresses) => (error ? fail(error) : found(addresses))),
  ).then((addresses) => {
    const wrong = addresses.find(({ address }) => isPrivateAddress(address));
    if (wrong) throw new PrivateAddressError(`${host} leads to ${wrong.address}, which is in a private network`);
    return addresses;
  });
  names.set(host, asked);
  return asked;
}

type LookupCallback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;
type LookupSettings = { all?: boolean; family?: number | string };

function guardedLookup(host: string, given: LookupSettings | LookupCallback, then?: LookupCallback): void {
  const callback = (typeof given === "function" ? given : then) as LookupCallback;
  const settings: LookupSettings = typeof given === "function" ? {} : given;
  const names = guarded.getStore();
  if (!names || isIP(host)) plainLookup(host, settings as object, callback as never);
  else void answer(host, names, settings, callback);
}

async function answer(
  host: string,
  names: ResolvedNames,
  settings: LookupSettings,
  callback: LookupCallback,
): Promise<void> {
  let addresses: LookupAddress[];
  try {
    addresses = await resolve(host, names);
  } catch (error) {
    return callback(error as Error);
  }
  const wanted = Number(String(settings.family ?? 0).replace("IPv", ""));
  const fitting = addresses.filter(({ family }) => wanted === 0 || family === wanted);
  const [address] = fitting;
  if (!address) return callback(Object.assign(new Error(`${host} has no such address`), { code: "ENOTFOUND" }));
  return settings.all ? callback(null, fitting) : callback(null, address.address, address.family);
}
