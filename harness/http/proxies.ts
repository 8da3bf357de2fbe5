import type { ConnectionOptions } from "node:tls";
import { Agent, EnvHttpProxyAgent, setGlobalDispatcher } from "undici";

/** The usual variables that name a proxy, for each kind of address. */
const variables: Record<string, readonly string[]> = {
  "http:": ["http_proxy", "HTTP_PROXY"],
  "https:": ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"],
};

/** This machine is never behind a proxy. */
const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** The hosts that are reached without a proxy: those of the usual variable, and this machine. */
function exceptions(): string[] {
  const named = (process.env.no_proxy ?? process.env.NO_PROXY ?? "").split(/[,\s]+/).filter(Boolean);
  return named.includes("*") ? ["*"] : [...named, ...loopback];
}

/** True if an address is reached through a proxy, by the usual variables. */
export function isProxied(url: string): boolean {
  const { protocol, hostname, port } = new URL(url);
  if (!variables[protocol]?.some((name) => process.env[name])) return false;
  return !exceptions().some((entry) => {
    const [, host = entry, only] = /^(.+):(\d+)$/.exec(entry) ?? [];
    const domain = host.replace(/^\*?\./, "").toLowerCase();
    const isThere = entry === "*" || hostname === domain || hostname.endsWith(`.${domain}`);
    return isThere && (only === undefined || only === (port || { "http:": "80", "https:": "443" }[protocol]));
  });
}

/**
 * Sends requests, through a proxy where the usual variables name one. A proxy is asked for a tunnel, also for plain HTTP: its own answer would be taken for the
 * subject's.
 */
export const createDispatcher = (
  tls: Pick<ConnectionOptions, "ca"> = {},
  options: { pipelining?: number } = {},
): Agent | EnvHttpProxyAgent =>
  Object.values(variables)
    .flat()
    .some((name) => process.env[name])
    ? new EnvHttpProxyAgent({
        ...options,
        connect: tls,
        requestTls: tls,
        noProxy: exceptions().join(","),
      })
    : new Agent({ ...options, connect: tls });

/** Lets whatever this process asks for go by the usual variables. */
export const useProxies = (): void => setGlobalDispatcher(createDispatcher());
