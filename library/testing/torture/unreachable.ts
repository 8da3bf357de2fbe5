import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { generate } from "selfsigned";

/** Someone who cannot be talked to: where, by which authority, and until when. */
export interface Unreachable {
  url: string;
  authority?: string;
  close: () => void;
}

const listening = async (server: Server, host = "127.0.0.1"): Promise<{ port: number; close: () => void }> => {
  await new Promise<void>((open, fail) => {
    server.once("error", fail);
    server.listen(0, host, open);
  });
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
};

interface Certified {
  name?: string;
  from?: Date;
  until?: Date;
  isTrusted?: boolean;
  tls?: TlsOptions;
}

/** A server that speaks TLS with a certificate of its own. */
async function certified({
  name = "127.0.0.1",
  from,
  until,
  isTrusted = true,
  tls = {},
}: Certified): Promise<Unreachable> {
  const pems = await generate([{ name: "commonName", value: name }], {
    algorithm: "sha256",
    keyType: "ec",
    ...(from ? { notBeforeDate: from } : {}),
    ...(until ? { notAfterDate: until } : {}),
    extensions: [
      { name: "subjectAltName", altNames: name === "127.0.0.1" ? [{ type: 7, ip: name }] : [{ type: 2, value: name }] },
    ],
  });
  const server = createTlsServer({ key: pems.private, cert: pems.cert, ...tls }, (socket) => socket.end());
  server.on("tlsClientError", () => undefined);
  const { port, close } = await listening(server);
  const authority = join(mkdtempSync(join(tmpdir(), "assay-torture-")), "ca.pem");
  writeFileSync(authority, pems.cert);
  return { url: `https://127.0.0.1:${port}`, ...(isTrusted ? { authority } : {}), close };
}

const year = (number: number): Date => new Date(Date.UTC(number, 0));

/** Whom no one can talk to, and the words for it. */
export const unreachables: Record<string, [open: () => Promise<Unreachable>, says: RegExp]> = {
  "has a name that nobody knows": [
    async () => ({ url: "http://assay-torture.invalid", close: () => undefined }),
    /there is no such host: ENOTFOUND|the name service does not answer: EAI_AGAIN/,
  ],
  "does not listen": [async () => ({ url: "http://127.0.0.1:1", close: () => undefined }), /ECONNREFUSED/],
  "never answers": [
    async () => {
      const { port, close } = await listening(createHttpServer(() => undefined));
      return { url: `http://127.0.0.1:${port}`, close };
    },
    /no answer in time/,
  ],
  "shows an expired certificate": [
    () => certified({ from: year(2020), until: year(2021) }),
    /its certificate has expired: CERT_HAS_EXPIRED/,
  ],
  "shows a certificate of the future": [
    () => certified({ from: year(2090), until: year(2091) }),
    /its certificate is not valid yet/,
  ],
  "shows a certificate that nobody signed": [() => certified({ isTrusted: false }), /its certificate is self-signed/],
  "shows a certificate of another name": [
    () => certified({ name: "other.example" }),
    /its certificate is for another host/,
  ],
  "speaks an old version of TLS": [
    () => certified({ tls: { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" } }),
    /no version of TLS that is safe|EPROTO|ERR_SSL|ECONNRESET/,
  ],
  "speaks no TLS where it should": [
    async () => {
      const { port, close } = await listening(createHttpServer((_, response) => void response.end("{}")));
      return { url: `https://127.0.0.1:${port}`, close };
    },
    /it does not speak TLS there/,
  ],
};
