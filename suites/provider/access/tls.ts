import { readFileSync } from "node:fs";
import { type AddressInfo } from "node:net";
import { type ConnectionOptions, connect, createServer } from "node:tls";
import { Untestable } from "../../../base/errors.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

/** How long a handshake may take. */
const patience = 10_000;

/** OpenSSL refuses old versions on its own unless it is told to be lax. */
const lax = "DEFAULT:@SECLEVEL=0";

type Version = "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";

/** The version that a handshake ends with; undefined where it is refused. */
const shake = (where: ConnectionOptions, version: Version): Promise<string | undefined> =>
  new Promise((over) => {
    const socket = connect({
      ...where,
      minVersion: version,
      maxVersion: version,
      ciphers: lax,
      rejectUnauthorized: false,
    });
    socket.setTimeout(patience, () => socket.destroy(new Error("time-out")));
    socket.once("secureConnect", () => {
      over(socket.getProtocol() ?? undefined);
      socket.destroy();
    });
    socket.once("error", () => over(undefined));
    socket.once("close", () => over(undefined));
  });

/** Whether this machine can speak a version at all: with a server of our own that takes anything. */
async function canSpeak(version: Version): Promise<boolean> {
  const { generate } = await import("selfsigned");
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], { algorithm: "sha256" });
  const server = createServer({ key, cert, minVersion: "TLSv1", ciphers: lax }, (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    return (await shake({ host: "127.0.0.1", port: (server.address() as AddressInfo).port }, version)) === version;
  } finally {
    server.close();
  }
}

/** The hosts of a target that are reached by TLS. */
const hostsOf = ({ target: { urls } }: World): URL[] => [
  ...new Map(
    Object.values(urls)
      .map((url) => new URL(url))
      .filter(({ protocol }) => protocol === "https:")
      .map((url) => [url.host, url]),
  ).values(),
];

/** Proofs of the TLS floor. */
export const tlsProofs: Proof[] = [
  proof("TLS-1", "TLS 1.2 is spoken, and nothing below", [], async (world) => {
    const hosts = hostsOf(world);
    if (hosts.length === 0) throw new Untestable("no address of the target is reached by TLS");
    const spoken: Version[] = [];
    for (const version of ["TLSv1", "TLSv1.1"] as const) if (await canSpeak(version)) spoken.push(version);
    const ca = world.target.caFile ? { ca: readFileSync(world.target.caFile) } : {};
    for (const { hostname, port, host } of hosts) {
      const where = {
        host: hostname,
        servername: /^[\d.]+$|:/.test(hostname) ? "" : hostname,
        port: Number(port || 443),
        ...ca,
      };
      const ours = await shake(where, "TLSv1.2");
      world.notes("TLS-1", ours !== undefined, `${host} refuses TLS 1.2`, "TLS 1.2 is accepted");
      for (const version of spoken) {
        const old = await shake(where, version);
        world.notes("TLS-1", old === undefined, `${host} accepts ${version.replace("v", " ")}`, "it is refused");
      }
    }
    if (!spoken.includes("TLSv1.1"))
      throw new Untestable("this machine cannot speak TLS 1.1, so it cannot tell whether the target refuses it");
  }),
];
