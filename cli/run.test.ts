import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checkFormat } from "../base/format-check.ts";
import { packageFile } from "../base/package-file.ts";
import type { Results } from "../record/results.ts";
import { loadLedger } from "../specs/ledger.ts";
import { country, envelope, failure } from "../specs/samples.test-data.ts";
import { assay } from "./testing/assay.ts";
import { start } from "./testing/running.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-run-"));
const out = join(folder, "reports", "out");
const readResults = (): Results => JSON.parse(readFileSync(join(out, "results.json"), "utf8")) as Results;
const outcome = (results: Results, id: string) => results.requirements.find((one) => one.id === id);

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** A provider that serves one body for every path, to whoever has the token. */
async function provider(answer: unknown, status = 200): Promise<string> {
  const server = createServer((request, response) => {
    const isIn = request.headers.authorization === "Bearer secret-token";
    response.writeHead(isIn ? status : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isIn ? answer : failure("Authentication needed.")));
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const file = join(folder, "target.yaml");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(
    file,
    `name: stub\nurls: { base_url: "${url}/api/v1" }\ncredentials: { partner_token: "\${PARTNER_TOKEN}" }\n`,
  );
  return file;
}
const env = { PARTNER_TOKEN: "secret-token" };

describe("assay run", () => {
  test("finds the embedded sandbox conformant, prints what the README shows, and writes results of the fixed format", async () => {
    const { code, stdout, stderr } = await assay(["run"], { cwd: folder });
    expect([code, stderr]).toEqual([0, ""]);
    expect(readFileSync(packageFile("README.md"), "utf8")).toContain(`$ npx assay run\n${stdout}`);
    const results = readResults();
    expect(checkFormat("results", results)).toEqual([]);
    expect(results).toMatchObject({ kind: "provider", verdict: "pass", seed: 42, depth: "standard" });
  });

  test("lists every requirement that binds a provider, once, and none that binds a partner alone", () => {
    const ids = readResults().requirements.map((one) => one.id);
    const bound = loadLedger().filter((one) => one.binds !== "partner");
    expect(ids.toSorted()).toEqual(bound.map((one) => one.id).toSorted());
  });

  test("never fails what the specification leaves open, and never passes what it did not judge", () => {
    for (const one of readResults().requirements) {
      if (one.level === "open") expect(one.outcome, one.id).toBe("not-applicable");
      if (one.outcome !== "pass") expect(one.reason, one.id).toBeTruthy();
    }
    expect(outcome(readResults(), "TLS-1")?.outcome).toBe("untestable");
  });

  test("passes a target that keeps its promises", async () => {
    const { code } = await assay(["run", "--target", await provider(envelope([country])), "--out", out], { env });
    expect(code).toBe(0);
    expect(outcome(readResults(), "DICT-1")?.outcome).toBe("pass");
    expect(outcome(readResults(), "AUTH-1")?.outcome).toBe("pass");
  });

  test("does not call judged what an empty list cannot show", async () => {
    await assay(["run", "--target", await provider(envelope([])), "--out", out], { env });
    expect(outcome(readResults(), "ENV-1")?.outcome).toBe("pass");
    expect(outcome(readResults(), "DICT-1")?.outcome).toBe("untestable");
  });

  test("fails a target that breaks one, names it, and shows a curl line without the token", async () => {
    const target = await provider(envelope([{ ...country, iso_code: "LVA" }]));
    const { code, stdout } = await assay(["run", "--target", target, "--out", out], { env });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'found the string "LVA", expected an ISO 3166-1 alpha-2 code: GET /countries (200) at /data/0/iso_code',
    );
    expect(stdout).toContain('Bearer $PARTNER_TOKEN"');
    expect(stdout + readFileSync(join(out, "results.json"), "utf8")).not.toContain("secret-token");
    const failed = readResults().requirements.filter((one) => one.outcome === "fail");
    expect(failed.map((one) => one.id)).toEqual(["DICT-2"]);
  });

  test("finds a server error, and blames nothing else for it", async () => {
    const { code } = await assay(["run", "--target", await provider({}, 500), "--out", out], { env });
    expect(code).toBe(1);
    const failed = readResults().requirements.filter((one) => one.outcome === "fail");
    expect(failed.map((one) => one.id)).toEqual(["AUTH-7", "ENV-5", "ENV-7", "VER-3"]);
  });

  test("is inconclusive when nothing could be judged", async () => {
    const file = join(folder, "poor.yaml");
    writeFileSync(file, "urls: { base_url: http://127.0.0.1:9/api/v1 }\n");
    const { code, stdout } = await assay(["run", "--target", file, "--out", out]);
    expect(code).toBe(3);
    expect(stdout).toContain("inconclusive");
    expect(outcome(readResults(), "DICT-1")?.reason).toBe("the profile lacks credentials.partner_token");
  });

  test("prints one JSON document with --json, and the verdict alone with --quiet", async () => {
    const json = await assay(["run", "--out", out, "--only", "INST-7", "--json"]);
    expect(JSON.parse(json.stdout)).toEqual(readResults());
    const quiet = await assay(["run", "--out", out, "--only", "INST-7", "--quiet"]);
    expect(quiet.stdout).toBe("embedded sandbox: conformant\n");
  });

  test("judges one requirement alone with --only", async () => {
    await assay(["run", "--out", out, "--only", "INST-7"]);
    const passed = readResults().requirements.filter((one) => one.outcome === "pass");
    expect(passed.map((one) => one.id)).toEqual(["INST-7"]);
  });
});

test("Ctrl-C ends a run with the results so far, marked incomplete", async () => {
  const server = createServer(() => undefined);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const file = join(folder, "silent.yaml");
  writeFileSync(
    file,
    `urls: { base_url: "http://127.0.0.1:${(server.address() as AddressInfo).port}" }\ncredentials: { partner_token: t }\n`,
  );
  const asked = new Promise((request) => server.once("request", request));
  const running = start(["run", "--target", file, "--out", out]);
  await asked;
  expect(await running.stop("SIGINT")).toBe(130);
  expect(readResults()).toMatchObject({ complete: false, verdict: "inconclusive" });
  server.closeAllConnections();
});

test("a folder that cannot be written is told before anything is sent", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const { code, stderr } = await assay(["run", "--out", file]);
  expect([code, stderr]).toEqual([2, `assay: --out: ${file} is a file; name a folder\n`]);
});

describe("held wrong, assay", () => {
  const unreachable = join(folder, "unreachable.yaml");
  writeFileSync(unreachable, "urls: { base_url: http://127.0.0.1:9/api/v1 }\ncredentials: { partner_token: t }\n");
  const noControl = join(folder, "control.yaml");
  writeFileSync(noControl, "control: { url: http://127.0.0.1:9/control, token: t }\n");

  const mistakes: [args: string[], line: string | RegExp][] = [
    [["run", "--target", "none.yaml"], "assay: none.yaml: there is no such file; give the path of a target profile\n"],
    [
      ["run", "--depth", "bottomless"],
      /^assay: option '--depth <depth>' argument 'bottomless' is invalid\. Allowed choices are quick, standard, deep\.\n$/,
    ],
    [["run", "--seed", "x"], /^assay: option '--seed <n>' argument 'x' is invalid\. give a whole number\.\n$/],
    [
      ["run", "--only", "FOO-1"],
      "assay: --only: FOO-1 is no requirement that binds a provider; `assay spec` lists them\n",
    ],
    [["run", "--targt", "x"], /^assay: unknown option '--targt'\n\(Did you mean --target\?\)\n$/],
    [["rum"], /^assay: unknown command 'rum'\n\(Did you mean run\?\)\n$/],
    [
      ["run", "--target", unreachable],
      `assay: ${unreachable}: urls.base_url: cannot reach http://127.0.0.1:9 (ECONNREFUSED); start the provider, or mend the address\n`,
    ],
    [
      ["run", "--target", noControl],
      `assay: ${noControl}: control.url: cannot reach http://127.0.0.1:9/control (ECONNREFUSED); start the target, or mend the address\n`,
    ],
    [["spec", "--out", unreachable], `assay: --out: ${unreachable} is a file; name a folder\n`],
    [["spec", "--surface", "v2"], /Allowed choices are v1, callback, v3, webhooks/],
  ];
  test.each(mistakes)("%j says what to mend and exits with 2", async (args, line) => {
    const { code, stdout, stderr } = await assay([...args, ...(args[0] === "run" ? ["--out", out] : [])]);
    expect([code, stdout]).toEqual([2, ""]);
    if (typeof line === "string") expect(stderr).toBe(line);
    else expect(stderr).toMatch(line);
  });
});
