import { type AddressInfo } from "node:net";
import { createServer, type SecureVersion } from "node:tls";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { negotiate } from "./handshake.ts";

const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], { algorithm: "sha256" });

/** Where a server is that speaks up to a version. */
async function speaking(maxVersion: SecureVersion): Promise<string> {
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
  "%s is agreed on with who speaks no newer one",
  async (version) => {
    expect(await negotiate(await speaking(version))).toEqual({ version });
  },
);

test("who speaks no TLS ends no handshake", async () => {
  expect(await negotiate("https://127.0.0.1:9/")).toEqual({ failure: "ECONNREFUSED" });
});
