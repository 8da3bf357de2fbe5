import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { checkFormat } from "../specs/format-check.ts";
import { binds, loadLedger } from "../specs/ledger.ts";
import { packageFile } from "../specs/package-file.ts";
import { assay } from "./testing/assay.ts";
import { certify, freePort, freePorts, outcomes } from "./testing/certifying.ts";
import { start } from "./testing/running.ts";

const all = ["install", "webhooks", "lifecycle", "resources", "calls"];
const node = `"${process.execPath}"`;
const example = `${node} "${packageFile("examples/partner-app/main.mjs")}"`;
const variants = (
  (await import(pathToFileURL(packageFile("examples/partner-app/variants.mjs")).href)) as {
    variants: Record<string, { requirement: string; claims: string[] }>;
  }
).variants;
const { allowed } = (await import(pathToFileURL(packageFile("examples/partner-app/allowed.mjs")).href)) as {
  allowed: Record<string, unknown>;
};
const folder = () => mkdtempSync(join(tmpdir(), "assay-certify-"));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

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
  expect(results.requirements.filter(({ outcome }) => outcome === "fail" || outcome === "warn")).toEqual([]);

  const verify = (...more: string[]) =>
    assay(["verify", join(out, "certificate.json"), "--key", join(keys, "assay-public.pem"), ...more]);
  expect(await verify("--partner", profile)).toMatchObject({ code: 0, stdout: expect.stringContaining("genuine") });
  expect(await verify("--partner", packageFile("examples/partner-app/profile.yaml"))).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("another application"),
  });
  writeFileSync(join(out, "results.json"), readFileSync(join(out, "results.json"), "utf8").replace("pass", "PASS"));
  expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining("not the one that was certified") });
  expect(await assay(["keys", "--out", keys])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is there already"),
  });
});

test.skipIf(!hasPython).concurrent("an application in Python is certified for everything", async () => {
  const { stdout, code } = await certify(`python3 "${packageFile("examples/partner-app-python/app.py")}"`, all);
  expect(stdout).toContain("under test: certified");
  expect(code).toBe(0);
});

test.concurrent.each([
  "calls back to the API's host",
  "wants a signature",
  "reads on when frozen",
  "forgets to escape cursors",
  "ignores Retry-After",
  "a type of its own",
  "calls by query",
])('the variant "%s" is found by the requirement that it breaks', async (name) => {
  const { requirement = "", claims = [] } = variants[name] ?? {};
  const found = await certify(`${node} "${packageFile("examples/partner-app/variants.mjs")}" "${name}"`, claims);
  const { level, outcome, evidence } = found.results.requirements.find(({ id }) => id === requirement) ?? {};
  expect(outcome).toBe(level === "must" ? "fail" : "warn");
  expect(evidence).not.toEqual([]);
  expect(found.stdout).toContain("To mend, in this order");
  expect(found.code).toBe(level === "must" ? 1 : 0);
  expect(existsSync(join(found.out, "certificate.json"))).toBe(level !== "must");
});

test.concurrent.each(Object.keys(allowed))("an application that is %s is certified without a warning", async (name) => {
  const command = `${node} "${packageFile("examples/partner-app/allowed.mjs")}" "${name}"`;
  const { code, results } = await certify(command, all, { patience: {} });
  expect(results.requirements.filter(({ outcome }) => outcome !== "pass" && outcome !== "not-applicable")).toEqual([]);
  expect(code).toBe(0);
});

test("every must that binds a partner has a variant that breaks it", () => {
  // How late a callback may come is longer than anybody waits, and TLS is judged by a handshake.
  const shownElsewhere = ["INST-30", "TLS-2"];
  const musts = loadLedger().filter((one) => binds(one, "partner") && one.level === "must" && one.binds !== "both");
  const broken = new Set(Object.values(variants).map(({ requirement }) => requirement));
  expect(musts.map(({ id }) => id).filter((id) => !broken.has(id) && !shownElsewhere.includes(id))).toEqual([]);
});

test("there are at least forty variants, each breaking a requirement of its claims", () => {
  expect(Object.keys(variants).length).toBeGreaterThanOrEqual(40);
});

test.concurrent("without a terminal, a claim whose address is missing is untestable, and nothing is certified", async () => {
  const earlier = join(folder(), "out");
  mkdirSync(earlier);
  writeFileSync(join(earlier, "certificate.json"), "{}");
  const { code, stdout, out, ...rest } = await certify(example, ["webhooks"], { webhook_url: null }, [
    "--out",
    earlier,
  ]);
  expect(code).toBe(3);
  expect(existsSync(join(earlier, "certificate.json"))).toBe(false);
  expect(stdout).toContain("the profile names no webhook_url");
  expect(outcomes({ code, stdout, out, ...rest })).toMatchObject({
    "HOOK-16": "untestable",
    "INST-29": "not-applicable",
  });
  expect(existsSync(join(out, "certificate.json"))).toBe(false);
});

test.concurrent("an application that runs already is told what to use, at addresses fixed beforehand", async () => {
  const [port, base] = [await freePort(), await freePorts(4)];
  const running = spawn(process.execPath, [packageFile("examples/partner-app/main.mjs")], {
    env: {
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${base}/api/v1`,
      APP_URL: `http://127.0.0.1:${base + 1}`,
      PARTNER_TOKEN: "our-partner-token",
      SYSTEM_USER_TOKEN: "our-user-token",
      APPLICATION_ID: "777",
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
      sandbox: { partner_token: "our-partner-token", system_user_token: "our-user-token", application_id: 777 },
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
  const profile = join(out, "profile.yaml");
  const command = `PORT=${port} exec ${example}`;
  writeFileSync(
    profile,
    JSON.stringify({
      name: "a",
      claims: ["install"],
      start: { command, ready: `http://127.0.0.1:${port}/health` },
      connect: { url: `http://127.0.0.1:${port}/connect`, body: { salon_id: "{location_id}" } },
    }),
  );
  const running = start(["certify", "--partner", profile, "--out", out]);
  while (
    !existsSync(join(out, "journal.jsonl")) ||
    !readFileSync(join(out, "journal.jsonl"), "utf8").includes("INST-34")
  )
    await new Promise((over) => setTimeout(over, 50));
  expect(await running.stop("SIGINT")).toBe(130);
  expect(JSON.parse(readFileSync(join(out, "results.json"), "utf8"))).toMatchObject({ complete: false });
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow("fetch failed");
});

test.concurrent.each<[string[], RegExp]>([
  [["certify"], /--partner <file>' not specified/],
  [
    ["certify", "--partner", "nowhere.yaml"],
    /nowhere\.yaml: there is no such file; give the path of a partner profile/,
  ],
  [
    ["certify", "--partner", packageFile("examples/partner-app/profile.yaml"), "--key", packageFile("package.json")],
    /--key: .*no Ed25519 private key/,
  ],
  [["verify", "nowhere.json", "--key", "x"], /nowhere\.json: there is no such file/],
  [["verify", packageFile("package.json"), "--key", packageFile("package.json")], /--key: .*no Ed25519 public key/],
])("%j cannot run, and says why in one line", async (args, line) => {
  const { code, stderr } = await assay(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(line);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
