import type { AddressInfo } from "node:net";
import { createServer, type SecureVersion } from "node:tls";
import { Untestable } from "../../../base/errors.ts";
import { negotiate, negotiateOften } from "../../../harness/http/handshake.ts";
import { isProxied } from "../../../harness/http/proxies.ts";
import { nameOfTls, newestRefused, refusedTls, tlsFloor } from "../../model/handshakes.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";

/** How a handshake ends in which one version alone is offered. */
const offer = (url: string, version: SecureVersion, ciphers?: { ciphers: string }) =>
  negotiate(url, { minVersion: version, maxVersion: version, ...ciphers });

/** Ciphers that need no certificate, which versions up to 1.2 know. */
const anonymous = "aNULL:@SECLEVEL=0";

/** Which versions this machine can speak: it tries with a server of its own that accepts anything. */
async function spokenOf(versions: readonly SecureVersion[]): Promise<SecureVersion[]> {
  const server = createServer({ minVersion: "TLSv1", ciphers: anonymous }, (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const { port } = server.address() as AddressInfo;
    return await acceptedAt(`https://127.0.0.1:${port}`, versions, { ciphers: anonymous });
  } finally {
    server.close();
  }
}

/** Which of some versions an address accepts. */
async function acceptedAt(
  url: string,
  versions: readonly SecureVersion[],
  ciphers?: { ciphers: string },
): Promise<SecureVersion[]> {
  const accepted: SecureVersion[] = [];
  for (const version of versions) if ("version" in (await offer(url, version, ciphers))) accepted.push(version);
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

/** Proofs of the oldest TLS version. */
export const tlsProofs: Proof[] = [
  proof("oldest-tls-version", ["TLS-1"], `${nameOfTls(tlsFloor)} is accepted, and nothing older`, [], async (world) => {
    const hosts = tlsHosts(world);
    if (hosts.length === 0) throw new Untestable("no address of the target is reached by TLS");
    if (hosts.some(({ href }) => isProxied(href)))
      throw new Untestable("the target is reached through a proxy, which a handshake of its own does not pass");
    const spoken = await spokenOf(refusedTls);
    for (const { host, href } of hosts) {
      // No one is blamed for a connection that was lost on the way.
      const atFloor = await negotiateOften(href, { minVersion: tlsFloor, maxVersion: tlsFloor });
      const accepted = await acceptedAt(href, spoken);
      // Anyone who takes no version at all is not there, or speaks no TLS.
      if ("failure" in atFloor && accepted.length === 0 && "failure" in (await offer(href, "TLSv1.3")))
        throw new Untestable(`${host} takes no TLS connection at all (${atFloor.failure})`);
      world.recordHandshakes({ host, isFloorAccepted: "version" in atFloor, offered: spoken, accepted });
    }
    if (!spoken.includes(newestRefused))
      throw new Untestable(
        `this machine cannot speak ${nameOfTls(newestRefused)}, so whether the target refuses it is not judged`,
      );
  }),
];
