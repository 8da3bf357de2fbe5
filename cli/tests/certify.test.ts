import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import { packageFile } from "../../base/package-file.ts";
import { assay } from "../testing/assay.ts";
import { certify, freePort, freePorts } from "../testing/certifying.ts";
import { startProcess } from "../testing/processes.ts";
import { outcomesOf, resultsIn } from "../testing/results.ts";

const all = ["install", "webhooks", "lifecycle", "resources", "calls"];
const node = `"${process.execPath}"`;
const example = `${node} "${packageFile("examples/partner-app/main.mjs")}"`;
const folder = () => mkdtempSync(join(tmpdir(), "assay-certify-"));

test.concurrent("the example is certified for everything, and its certificate is genuine until something is changed", async () => {
  const keys = folder();
  const made = await assay(["keys", "--out", keys]);
  expect(made.stdout).not.toContain("BEGIN");
  expect(statSync(join(keys, "assay-private.pem")).mode & 0o777).toBe(0o600);
  const { code, stdout, results, out, profile } = await certify(example, all, {}, [
    "--key",
    join(keys, "assay-private.pem"),
  ]);
  expect(stdout).toContain("under test: certified");
  expect(code).toBe(0);
  expect(checkFormat("results", results)).toEqual([]);
  expect(results).toMatchObject({ kind: "partner", verdict: "pass" });
  for (const name of ["allure-results", "badge.svg", "exchanges.har", "index.html", "junit.xml", "summary.md"])
    expect(existsSync(join(out, name)), name).toBe(true);
  expect(results.requirements.filter(({ outcome }) => outcome === "fail" || outcome === "warn")).toEqual([]);
  const kept = readFileSync(join(out, "exchanges.har"), "utf8");
  for (const answer of ["expired_cursor", "connection_status", '"name":"retry-after"']) expect(kept).toContain(answer);

  const verify = (...more: string[]) =>
    assay(["verify", join(out, "certificate.json"), "--key", join(keys, "assay-public.pem"), ...more]);
  expect((await assay(["report", out])).code).toBe(0);
  expect(readFileSync(join(out, "badge.svg"), "utf8")).toContain("certified: install");
  expect(await verify("--partner", profile)).toMatchObject({ code: 0, stdout: expect.stringContaining("genuine") });
  expect(await verify("--partner", packageFile("examples/partner-app/profile.yaml"))).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("another application"),
  });
  writeFileSync(join(out, "results.json"), readFileSync(join(out, "results.json"), "utf8").replace("pass", "PASS"));
  expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining("not the one that was certified") });
  expect(await assay(["keys", "--out", keys])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("exists already"),
  });
});

test.concurrent("a profile that is changed while its application is certified leaves the certificate to what was read", async () => {
  const changed = '{ "name": "under test", "claims": ["install", "webhooks", "lifecycle", "resources", "calls"] }';
  const changing = `sh -c 'cp profile.yaml read.yaml; echo "$0" > profile.yaml; exec ${example}' '${changed}'`;
  const { code, out, profile } = await certify(changing, ["webhooks"]);
  expect([code, readFileSync(profile, "utf8")]).toEqual([0, `${changed}\n`]);
  const verify = (partner: string) =>
    assay(["verify", join(out, "certificate.json"), "--key", join(out, "certificate.pub.pem"), "--partner", partner]);
  expect((await verify(join(dirname(profile), "read.yaml"))).stdout).toContain("is certified for webhooks\n");
  expect((await verify(profile)).stdout).toContain("it is for another profile");
});

test.concurrent("without a terminal, a claim whose address is missing is untestable, and nothing is certified", async () => {
  const earlier = join(folder(), "out");
  mkdirSync(earlier);
  writeFileSync(join(earlier, "certificate.json"), "{}");
  const { code, stdout, out, results } = await certify(example, ["webhooks"], { webhook_url: null }, [
    "--out",
    earlier,
  ]);
  expect(code).toBe(3);
  expect(existsSync(join(earlier, "certificate.json"))).toBe(false);
  expect(stdout).toContain("the profile has no webhook_url");
  expect(outcomesOf(results)).toMatchObject({
    "HOOK-16": "untestable",
    "INST-29": "not-applicable",
  });
  expect(existsSync(join(out, "certificate.json"))).toBe(false);
});

test.concurrent("an application that runs already is given what to use, at addresses fixed beforehand", async () => {
  const [port, base] = [await freePort(), await freePorts(4)];
  const running = spawn(process.execPath, [packageFile("examples/partner-app/main.mjs")], {
    env: {
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${base}/api/v1`,
      APP_URL: `http://127.0.0.1:${base + 1}`,
      PARTNER_TOKEN: "our-partner-token",
      SYSTEM_USER_TOKEN: "our-user-token",
      APPLICATION_ID: String(Number.MAX_SAFE_INTEGER),
    },
  });
  const address = `http://127.0.0.1:${port}`;
  const { code, stdout, stderr } = await certify(
    "true",
    ["install"],
    {
      start: null,
      connect: { url: `${address}/connect`, body: { salon_id: "{location_id}" } },
      lifecycle_webhook_url: `${address}/lifecycle`,
      actions: null,
      sandbox: {
        partner_token: "our-partner-token",
        system_user_token: "our-user-token",
        application_id: Number.MAX_SAFE_INTEGER,
      },
    },
    ["--port-base", String(base)],
  );
  running.kill();
  expect(stderr).toContain("PARTNER_TOKEN=our-partner-token");
  expect(stdout).toContain("under test: certified");
  expect(code).toBe(0);
});

test.concurrent("Ctrl-C ends the application, writes what was seen, and exits with 130", async () => {
  const [out, port] = [folder(), await freePort()];
  // Asked to connect a Location, the application is in the middle of being judged.
  const owner = createServer();
  await new Promise<void>((listening) => owner.listen(0, "127.0.0.1", listening));
  const isAsked = new Promise((asked) => owner.once("request", asked));
  const profile = join(out, "profile.yaml");
  writeFileSync(
    profile,
    JSON.stringify({
      name: "a",
      claims: ["install"],
      start: { command: `PORT=${port} exec ${example}`, ready: `http://127.0.0.1:${port}/health` },
      connect: {
        url: `http://127.0.0.1:${(owner.address() as AddressInfo).port}/connect`,
        body: { salon_id: "{location_id}" },
      },
    }),
  );
  const running = startProcess(["certify", "--partner", profile, "--out", out]);
  await isAsked;
  expect(await running.stop("SIGINT")).toBe(130);
  owner.close();
  owner.closeAllConnections();
  expect(resultsIn(out)).toMatchObject({ complete: false });
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow("fetch failed");
});

test.concurrent.each<[string[], RegExp]>([
  [["certify"], /--partner: there is no assay\.yaml; name/],
  [
    ["certify", "--partner", "nowhere.yaml"],
    /nowhere\.yaml: there is no such file; give the path of a partner profile/,
  ],
  [
    ["certify", "--partner", packageFile("examples/partner-app/profile.yaml"), "--key", packageFile("package.json")],
    /--key: .*not an Ed25519 private key/,
  ],
  [["verify", "nowhere.json", "--key", "x"], /nowhere\.json: there is no such file/],
  [["verify", packageFile("package.json"), "--key", packageFile("package.json")], /--key: .*not an Ed25519 public key/],
])("%j cannot run, and says why in one line", async (args, line) => {
  const { code, stderr } = await assay(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(line);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
