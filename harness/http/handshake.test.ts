import type { AddressInfo } from "node:net";
import { createServer, type SecureVersion } from "node:tls";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { negotiate } from "./handshake.ts";

const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
  algorithm: "sha256",
  keyType: "ec",
});

/** The address of a server that speaks TLS up to a version. */
async function serverUpTo(maxVersion: SecureVersion): Promise<string> {
  const server = createServer(
    { key, cert, minVersion: "TLSv1", maxVersion, ciphers: "DEFAULT:@SECLEVEL=0" },
    (socket) => socket.end(),
  );
  server.on("tlsClientError", () => undefined);
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

test.each<SecureVersion>(["TLSv1.1", "TLSv1.2", "TLSv1.3"])(
  "a server that speaks up to %s chooses it",
  async (version) => {
    expect(await negotiate(await serverUpTo(version))).toEqual({ version });
  },
);

test("without a server the handshake fails with its reason", async () => {
  expect(await negotiate("https://127.0.0.1:9/")).toEqual({ failure: "ECONNREFUSED" });
});
