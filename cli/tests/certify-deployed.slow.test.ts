import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import type { DsseEnvelope } from "../../reports/certificate/envelope.ts";
import { type Statement, statementOf } from "../../reports/certificate/statement.ts";
import { certify, freePort } from "../testing/certifying.ts";
import { allClaims } from "../testing/variants.ts";

const app = `exec "${process.execPath}" "${packageFile("examples/partner-app/main.mjs")}"`;

/** A certificate for two other addresses of this machine. */
async function certificate() {
  const folder = mkdtempSync(join(tmpdir(), "assay-deployed-"));
  const altNames = ["127.0.0.2", "127.0.0.3"].map((ip) => ({ type: 7, ip }) as const);
  const { cert, private: privateKey } = await generate([{ name: "commonName", value: "assay test" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames },
    ],
  });
  const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, privateKey);
  return files;
}

const statementIn = (folder: string): Statement["predicate"] =>
  statementOf(JSON.parse(readFileSync(join(folder, "certificate.json"), "utf8")) as DsseEnvelope).predicate;

// Linux takes all of 127.0.0.0/8 for this machine.
test.skipIf(process.platform !== "linux")(
  "the example at another address, behind TLS on both sides, gets the same certificate, and TLS-2 besides",
  async () => {
    const { cert, key } = await certificate();
    const port = await freePort();
    const address = `https://127.0.0.3:${port}`;
    const ask = (path: string) => ({
      url: `${address}${path}`,
      body: { salon_id: "{location_id}", location_id: "{location_id}" },
    });
    const environment = `HOST=127.0.0.3 PORT=${port} TLS_CERT=${cert} TLS_KEY=${key} NODE_EXTRA_CA_CERTS=${cert}`;
    const [away, here] = await Promise.all([
      certify("true", allClaims, {
        version: "2.4.0",
        platform: { listen: "127.0.0.2:0", tls: { cert, key } },
        start: { command: `${environment} ${app}`, ready: `${address}/health` },
        connect: ask("/connect"),
        webhook_url: `${address}/hooks`,
        lifecycle_webhook_url: `${address}/lifecycle`,
        actions: { resources: ask("/sync/resources"), calls: ask("/sync/calls") },
        patience: {},
      }),
      certify(app.replace("exec ", ""), allClaims, { patience: {} }),
    ]);
    expect([away.code, here.code]).toEqual([0, 0]);
    expect(away.stderr).toMatch(/checked .*: https:\/\/127\.0\.0\.3:\d+ is reached in .* by TLS 1\.3/);
    const [there, local] = [statementIn(away.out), statementIn(here.out)];
    expect(there.passedTests.filter((id) => id !== "TLS-2")).toEqual(local.passedTests);
    expect(there.passedTests).toContain("TLS-2");
    expect(there).toMatchObject({ claims: allClaims, warnedTests: [], version: "2.4.0" });
    expect(readFileSync(join(away.out, "journal.jsonl"), "utf8")).toContain("$PLATFORM_SECRET");
  },
);
