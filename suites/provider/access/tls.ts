import { readFileSync } from "node:fs";
import { type AddressInfo } from "node:net";
import { type ConnectionOptions, connect, createServer, type SecureVersion } from "node:tls";
import { seconds } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { explainFailure } from "../../../harness/failure-reason.ts";
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

/** How a handshake ended: with a version, or why without one. */
type Handshake = { version: string } | { failure: string };

const shakeHands = (options: ConnectionOptions, version: SecureVersion): Promise<Handshake> =>
  new Promise((resolve) => {
    const socket = connect({
      ...options,
      minVersion: version,
      maxVersion: version,
      ciphers: laxCiphers,
      rejectUnauthorized: false,
    });
    const fail = (failure: string) => resolve({ failure });
    const timer = setTimeout(() => {
      fail(`no handshake within ${patience / 1000} seconds`);
      socket.destroy();
    }, patience);
    socket.once("secureConnect", () => {
      resolve({ version: socket.getProtocol() ?? version });
      socket.destroy();
    });
    socket.once("error", (error) => fail(explainFailure(error)));
    socket.once("close", () => {
      clearTimeout(timer);
      fail("the connection was closed");
    });
  });

const isAccepted = (handshake: Handshake): boolean => "version" in handshake;

/** Which versions this machine can speak: it tries with a server of its own that accepts anything. */
async function spokenOf(versions: readonly SecureVersion[]): Promise<SecureVersion[]> {
  const { generate } = await import("selfsigned");
  const name = [{ name: "commonName", value: "localhost" }];
  const { private: key, cert } = await generate(name, { algorithm: "sha256", keyType: "ec" });
  const server = createServer({ key, cert, minVersion: "TLSv1", ciphers: laxCiphers }, (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const { port } = server.address() as AddressInfo;
    return await acceptedBy({ host: "127.0.0.1", port }, versions);
  } finally {
    server.close();
  }
}

/** Which of some versions a server accepts. */
async function acceptedBy(options: ConnectionOptions, versions: readonly SecureVersion[]): Promise<SecureVersion[]> {
  const accepted: SecureVersion[] = [];
  for (const version of versions) if (isAccepted(await shakeHands(options, version))) accepted.push(version);
  return accepted;
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
    const spoken = await spokenOf(older);
    const ca = world.target.caFile ? { ca: readFileSync(world.target.caFile) } : {};
    for (const url of hosts) {
      const options = { ...connectionTo(url), ...ca };
      const atFloor = await shakeHands(options, floor);
      const accepted = await acceptedBy(options, spoken);
      // Whoever takes no version at all is not there, or speaks no TLS.
      if ("failure" in atFloor && accepted.length === 0 && !isAccepted(await shakeHands(options, "TLSv1.3")))
        throw new Untestable(`${url.host} takes no TLS connection at all (${atFloor.failure})`);
      world.check("TLS-1", isAccepted(atFloor), {
        found: `${url.host} refuses ${describe(floor)}`,
        expected: `${describe(floor)} is accepted`,
      });
      for (const version of spoken)
        world.check("TLS-1", !accepted.includes(version), {
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
