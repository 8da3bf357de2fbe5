import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { certify, freePort } from "../testing/certifying.ts";
import { outcomesOf } from "../testing/results.ts";

/** An application that is reached by TLS alone, with a certificate of its own making, and answers everything with 204. */
async function secured(maxVersion: string): Promise<{ command: string; address: string }> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    algorithm: "sha256",
    keyType: "ec",
  });
  const file = join(mkdtempSync(join(tmpdir(), "assay-tls-")), "app.cjs");
  const port = await freePort();
  const options = { key, cert, minVersion: "TLSv1", maxVersion, ciphers: "DEFAULT:@SECLEVEL=0" };
  writeFileSync(
    file,
    `require("node:https").createServer(${JSON.stringify(options)}, (request, response) => {
       request.resume().on("end", () => response.writeHead(204).end());
     }).listen(${port}, "127.0.0.1")`,
  );
  return { command: `"${process.execPath}" "${file}"`, address: `https://127.0.0.1:${port}` };
}

test.concurrent("an application that is reached by TLS 1.2 is certified, regardless of who signed its certificate", async () => {
  const { command, address } = await secured("TLSv1.2");
  const certification = await certify(command, ["webhooks", "lifecycle"], {
    start: { command, ready: address },
    connect: null,
    actions: null,
    webhook_url: address,
    lifecycle_webhook_url: address,
  });
  expect(outcomesOf(certification.results)).toMatchObject({
    "TLS-2": "pass",
    "HOOK-16": "pass",
    "LIFE-5": "pass",
    "LIFE-9": "pass",
  });
  expect(certification.code).toBe(0);
});

test.concurrent("an application that speaks nothing newer than TLS 1.1 is not", async () => {
  const { command, address } = await secured("TLSv1.1");
  const certification = await certify(command, ["webhooks"], {
    start: { command },
    connect: null,
    actions: null,
    webhook_url: address,
    lifecycle_webhook_url: null,
  });
  expect(outcomesOf(certification.results)).toMatchObject({ "TLS-2": "fail", "HOOK-16": "fail" });
  expect(certification.stdout).toContain("found TLS 1.1 as the newest version, expected TLS 1.2 or newer");
  expect(certification.code).toBe(1);
});
