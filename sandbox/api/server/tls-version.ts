import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";

/** A proxy's notes of how requests came to it; only one that the profile names is believed. */
const versions = new WeakMap<IncomingMessage, string | undefined>();

/** The header by which a proxy names the version of TLS, as OpenSSL names it: TLSv1.2. */
const tlsHeader = "x-forwarded-tls-version";

/** Takes from a proxy's header what a request came by: the connection itself is the proxy's own. */
export const believeProxy = (request: IncomingMessage): void => {
  const says = request.headers[tlsHeader];
  versions.set(request, typeof says === "string" && /^TLSv1(\.\d)?$/.test(says) ? says : undefined);
};

/** The version of TLS that a request came by, if it did and that is known. */
export function tlsVersionOf(request: IncomingMessage): string | undefined {
  if (versions.has(request)) return versions.get(request);
  const { socket } = request;
  return socket instanceof TLSSocket ? (socket.getProtocol() ?? undefined) : undefined;
}
