import { isIP } from "node:net";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { reasonOf } from "./failure-reason.ts";

/** The time that a handshake may take, in milliseconds. */
const patience = 10_000;

/** Begins a handshake with an address, whatever certificate it shows. */
function shakeHands(url: string, options: ConnectionOptions): TLSSocket {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const name = isIP(host) ? {} : { servername: host };
  return connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: false, ...options });
}

/** OpenSSL refuses old versions by itself unless its security level is lowered. */
const laxCiphers = "DEFAULT:@SECLEVEL=0";

/** The version of TLS that an address chooses when it is offered some, or all, or why the handshake failed; its certificate is not judged. */
export const negotiate = (
  url: string,
  offered: Pick<ConnectionOptions, "minVersion" | "maxVersion" | "ciphers"> = { minVersion: "TLSv1" },
): Promise<{ version: string } | { failure: string }> =>
  new Promise((over) => {
    const socket = shakeHands(url, { ciphers: laxCiphers, ...offered });
    // Anyone who sends a byte now and then is not idle, so the whole handshake is timed.
    const timer = setTimeout(() => socket.destroy(new Error("no handshake in time")), patience);
    socket.once("secureConnect", () => {
      over({ version: socket.getProtocol() ?? "no TLS" });
      socket.destroy();
    });
    socket.once("error", (error) => over({ failure: reasonOf(error) }));
    socket.once("close", () => clearTimeout(timer));
  });

/** Why the certificate of an address is not trusted, with an authority of one's own where there is one; undefined where it is, or no one shows one. */
export const whyUntrusted = (url: string, ca?: string): Promise<string | undefined> =>
  new Promise((over) => {
    const socket = shakeHands(url, ca ? { ca } : {});
    const end = (outcome: string | undefined) => {
      over(outcome);
      socket.destroy();
    };
    socket.setTimeout(patience, () => end(undefined));
    socket.once("secureConnect", () => end(socket.authorized ? undefined : String(socket.authorizationError)));
    socket.once("error", () => end(undefined));
  });

/** The number of times that a handshake is tried whose connection is lost. */
const maxTries = 3;

/** The same, tried again where the connection was lost on the way. */
export async function negotiateOften(...asked: Parameters<typeof negotiate>): ReturnType<typeof negotiate> {
  let outcome = await negotiate(...asked);
  for (let tries = 1; tries < maxTries && "failure" in outcome && outcome.failure === "ECONNRESET"; tries++)
    outcome = await negotiate(...asked);
  return outcome;
}
