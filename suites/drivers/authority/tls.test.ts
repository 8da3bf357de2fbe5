import { createServer as createPlainServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { createServer, type SecureVersion } from "node:tls";
import { generate } from "selfsigned";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judge } from "../../../library/judge.ts";

const servers: Server[] = [];
let pair: { key: string; cert: string };

beforeAll(async () => {
  const made = await generate([{ name: "commonName", value: "localhost" }], { algorithm: "sha256", keyType: "ec" });
  pair = { key: made.private, cert: made.cert };
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** The port of a server that listens from now on. */
async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return (server.address() as AddressInfo).port;
}

/** A server that speaks versions of TLS and nothing else. */
const speaking = (minVersion: SecureVersion, maxVersion: SecureVersion) =>
  portOf(
    createServer({ ...pair, minVersion, maxVersion, ciphers: "DEFAULT:@SECLEVEL=0" }, (socket) => socket.end()).on(
      "tlsClientError",
      () => undefined,
    ),
  );

/** The outcome of TLS-1 at a port of this machine. */
async function judgedAt(port: number) {
  const profile = { name: "under test", urls: { base_url: `https://127.0.0.1:${port}` } };
  const { requirements } = await judge(profile, { only: ["TLS-1"] });
  return requirements.find(({ id }) => id === "TLS-1");
}

test.each([
  ["TLSv1.2", "TLSv1.3", "pass"],
  ["TLSv1.2", "TLSv1.2", "pass"],
  ["TLSv1.1", "TLSv1.3", "fail"],
  ["TLSv1.3", "TLSv1.3", "fail"],
  ["TLSv1", "TLSv1.1", "fail"],
] as const)("a server that speaks %s to %s: %s", async (from, to, outcome) => {
  expect(await judgedAt(await speaking(from, to))).toMatchObject({ outcome });
});

test("no one is blamed for TLS who is not there, or does not speak it", async () => {
  const gone = createPlainServer();
  const port = await portOf(gone);
  await new Promise((closed) => gone.close(closed));
  expect(await judgedAt(port)).toMatchObject({
    outcome: "untestable",
    reason: expect.stringContaining("takes no TLS connection at all (ECONNREFUSED)") as string,
  });
  expect(await judgedAt(await portOf(createPlainServer()))).toMatchObject({
    outcome: "untestable",
    reason: expect.stringContaining("takes no TLS connection at all") as string,
  });
});
