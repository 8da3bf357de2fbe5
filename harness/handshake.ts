import { isIP } from "node:net";
import { connect } from "node:tls";
import { reasonOf } from "./control.ts";

/** How long a handshake may take, in milliseconds. */
const patience = 10_000;

/** The version of TLS that an address agrees on with somebody who speaks every one, or why there is none; whose certificate it shows is not asked. */
export const negotiate = (url: string): Promise<{ version: string } | { failure: string }> =>
  new Promise((over) => {
    const { hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) ? {} : { servername: host }),
      minVersion: "TLSv1",
      // OpenSSL refuses old versions on its own unless it is told to be lax.
      ciphers: "DEFAULT:@SECLEVEL=0",
      rejectUnauthorized: false,
    });
    socket.setTimeout(patience, () => socket.destroy(new Error("no handshake in time")));
    socket.once("secureConnect", () => {
      over({ version: socket.getProtocol() ?? "no TLS" });
      socket.destroy();
    });
    socket.once("error", (error) => over({ failure: reasonOf(error) }));
  });
