import { readFileSync } from "node:fs";
import { type AddressInfo } from "node:net";
import { type ConnectionOptions, connect, createServer, type SecureVersion } from "node:tls";
import { seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { isProxied } from "../../../harness/proxies.ts";
import { limit } from "../../../specs/limits.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

/** How long a handshake may take. */
const patience = seconds(10);

/** OpenSSL refuses old versions on its own unless it is told to be lax. */
const laxCiphers = "DEFAULT:@SECLEVEL=0";

/** The oldest version that must be accepted, and those before it, which must be refused. */
const floor = `TLSv${limit("tls_minimum")}` as SecureVersion;
const older = (["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] as const).filter((version) => version < floor);

const describe = (version: SecureVersion): string => version.replace("v", " ");

/** The version that a handshake ends with; undefined where it is refused. */
const shakeHands = (options: ConnectionOptions, version: SecureVersion): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({
      ...options,
      minVersion: version,
      maxVersion: version,
      ciphers: laxCiphers,
      rejectUnauthorized: false,
    });
    const timer = setTimeout(() => socket.destroy(new Error("time-out")), patience);
    socket.once("secureConnect", () => {
      resolve(socket.getProtocol() ?? undefined);
      socket.destroy();
    });
    socket.once("error", () => resolve(undefined));
    socket.once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });

/** Whether this machine can speak a version at all: it tries with a server of its own that accepts anything. */
async function canSpeak(version: SecureVersion): Promise<boolean> {
  const { generate } = await import("selfsigned");
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], { algorithm: "sha256" });
  const server = createServer({ key, cert, minVersion: "TLSv1", ciphers: laxCiphers }, (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const { port } = server.address() as AddressInfo;
    return (await shakeHands({ host: "127.0.0.1", port }, version)) === version;
  } finally {
    server.close();
  }
}

/** The hosts of a target that are reached by TLS, each once. */
const tlsHosts = ({ target: { urls } }: World): URL[] => [
  ...new Map(
    Object.values(urls)
      .map((url) => new URL(url))
      .filter(({ protocol }) => protocol === "https:")
      .map((url) => [url.host, url]),
  ).values(),
];

const connectionTo = ({ hostname, port }: URL): ConnectionOptions => ({
  host: hostname,
  // A server name is never an IP address.
  servername: /^[\d.]+$|:/.test(hostname) ? "" : hostname,
  port: Number(port || 443),
});

/** Proofs of the oldest TLS version. */
export const tlsProofs: Proof[] = [
  proof("TLS-1", `${describe(floor)} is accepted, and nothing older`, [], async (world) => {
    const hosts = tlsHosts(world);
    if (hosts.length === 0) throw new Untestable("no address of the target is reached by TLS");
    if (hosts.some(({ href }) => isProxied(href)))
      throw new Untestable("the target is reached through a proxy, which a handshake of its own does not pass");
    const spoken: SecureVersion[] = [];
    for (const version of older) if (await canSpeak(version)) spoken.push(version);
    const ca = world.target.caFile ? { ca: readFileSync(world.target.caFile) } : {};
    for (const url of hosts) {
      const options = { ...connectionTo(url), ...ca };
      world.check("TLS-1", (await shakeHands(options, floor)) !== undefined, {
        found: `${url.host} refuses ${describe(floor)}`,
        expected: `${describe(floor)} is accepted`,
      });
      for (const version of spoken)
        world.check("TLS-1", (await shakeHands(options, version)) === undefined, {
          found: `${url.host} accepts ${describe(version)}`,
          expected: "it is refused",
        });
    }
    const newest = older.at(-1) ?? floor;
    if (!spoken.includes(newest))
      throw new Untestable(
        `this machine cannot speak ${describe(newest)}, so it cannot tell whether the target refuses it`,
      );
  }),
];
