import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { closedAddress } from "../../harness/testing/server.ts";
import type { Diagnosis } from "../../library/examine/diagnosis.ts";
import { createSandbox } from "../../sandbox/create-sandbox.ts";
import { withOut } from "../folders/out-lock.ts";
import { assay, assayProcess } from "../testing/assay.ts";
import { profileFile } from "../testing/stub-provider.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "assay-hints-"));

describe("a mistake names what to write instead", () => {
  test.each([
    [["run", "assay.yaml"], "assay.yaml: did you mean --target assay.yaml?"],
    [["certify", "app.yaml"], "app.yaml: did you mean --partner app.yaml?"],
    [["doctor", "a.yaml"], "a.yaml: did you mean --target a.yaml, or --partner a.yaml?"],
    [
      ["diff", "HEAD~1", "HEAD", "openapi.yaml"],
      "openapi.yaml: diff takes two versions; did you mean HEAD~1..HEAD openapi.yaml?",
    ],
    [["list"], "missing required argument 'what': give requirements, proofs, faults, claims, states"],
    [["completion"], "missing required argument 'shell': give bash, zsh, fish"],
    [["trigger"], "missing required argument 'what': give ClientEvent.created and the like; or grant_access"],
    [
      ["replay", "NOPE-1"],
      "replay: no requirement of a provider is called NOPE-1; `assay list requirements` lists them",
    ],
    [
      ["init", "--url", "127.0.0.1:4500"],
      "--url: 127.0.0.1:4500 is not an http or https address; write http://127.0.0.1:4500",
    ],
  ])("%j", async (args, line) => {
    const { code, stdout, stderr } = await assay(args);
    expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
    expect(stderr).toContain(`assay: ${line}`);
  });

  test("a quote that is never closed is named by its own line", async () => {
    const file = join(newFolder(), "target.yaml");
    writeFileSync(file, 'name: staging\nurls: { base_url: "http://127.0.0.1:9 }\nallow:\n  mutations: false\n');
    const { code, stderr } = await assay(["run", "--target", file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${file}:2: this is not YAML`)]);
  });

  test("plain HTTP to a port that closes it asks whether it speaks TLS", async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as { port: number };
    const urls = { base_url: `http://127.0.0.1:${port}/api/v1` };
    const target = profileFile({ urls, credentials: { partner_token: "t" } });
    const { code, stderr } = await assay(["run", "--target", target, "--out", newFolder()]);
    server.close();
    expect([code, stderr]).toEqual([2, expect.stringContaining("; if it speaks TLS there, write https:\n")]);
  });
});

test.each([
  ["run", ["run", "--sandbox", "--only", "DICT-1", "--open"]],
  ["report", ["report", "--open"]],
])("%s --open opens the conformance page", async (_, args) => {
  const cwd = newFolder();
  const opener = join(cwd, process.platform === "darwin" ? "open" : "xdg-open");
  writeFileSync(opener, `#!/bin/sh\necho "$1" > ${cwd}/opened.new\nmv ${cwd}/opened.new ${cwd}/opened\n`, {
    mode: 0o755,
  });
  const env = { PATH: `${cwd}:${process.env.PATH ?? ""}` };
  if (args[0] === "report") await assayProcess(["run", "--sandbox", "--only", "DICT-1"], { cwd });
  expect((await assayProcess(args, { cwd, env })).code).toBe(0);
  await vi.waitFor(() => expect(existsSync(join(cwd, "opened"))).toBe(true), 10_000);
  expect(readFileSync(join(cwd, "opened"), "utf8")).toMatch(/assay-report\/index\.html\n$/);
});

test("doctor names an address whose certificate is not trusted once, as wrong", async () => {
  const sandbox = await createSandbox({ clock: "frozen", tls: true });
  const target = profileFile({ urls: sandbox.urls, credentials: { partner_token: "t" } });
  const { code, stdout } = await assay(["doctor", "--target", target, "--json"]);
  await sandbox.close();
  const found = (JSON.parse(stdout) as Diagnosis[]).filter(({ about }) => about.includes("urls.base_url"));
  expect(code).toBe(2);
  expect(found).toEqual([
    expect.objectContaining({ state: "error", says: expect.stringContaining("tls.ca_file") as string }),
  ]);
});

describe("assay init", () => {
  test("says once that nothing answers at an address", async () => {
    const out = join(newFolder(), "assay.yaml");
    const url = closedAddress();
    const { stdout } = await assay(["init", "--url", url, "--out", out]);
    expect(stdout.match(/ECONNREFUSED/g)).toHaveLength(1);
    expect(readFileSync(out, "utf8")).toMatch(/^# .*--min-judged 80%/m);
  });
});

describe("assay explain", () => {
  test("lists the requirements of an area", async () => {
    const { code, stdout } = await assay(["explain", "dict"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^DICT-1 +must /m);
    expect(stdout).toContain("npx assay run --only DICT");
  });

  test("writes what a proof needs as an option or a key of the profile", async () => {
    const { stdout } = await assay(["explain", "CUR-3"]);
    expect(stdout).toContain("--patience 16m");
    expect(stdout).not.toMatch(/patience\.\d/);
  });
});

describe("a folder for results", () => {
  test("is refused where it holds files that no run wrote", async () => {
    const out = newFolder();
    writeFileSync(join(out, "index.html"), "my page");
    const { code, stderr } = await assay(["run", "--sandbox", "--only", "DICT-1", "--out", out]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/index\.html was not written by a run, .*\n$/)]);
    expect(readFileSync(join(out, "index.html"), "utf8")).toBe("my page");
  });

  test("is used again where a run wrote it", async () => {
    const out = newFolder();
    for (const _ of [1, 2])
      expect((await assay(["run", "--sandbox", "--only", "DICT-1", "--out", out, "--quiet"])).code).toBe(0);
  });

  test("may be in use while contracts are checked, unless it is named", async () => {
    const cwd = newFolder();
    const out = join(cwd, "assay-report");
    mkdirSync(out, { recursive: true });
    const args = ["contracts", "check", "--pact", packageFile("contracts/pacts")];
    await withOut(out, async () => {
      const { code, stdout, stderr } = await assayProcess(args, { cwd });
      expect([code, stdout]).toEqual([0, expect.stringContaining("compatible")]);
      expect(stderr).toMatch(/^assay: these results are not written: --out: another assay /m);
      expect(existsSync(join(out, "results.json"))).toBe(false);
      expect((await assayProcess([...args, "--out", "assay-report"], { cwd })).code).toBe(2);
    });
    expect((await assayProcess(args, { cwd })).code).toBe(0);
    expect(existsSync(join(out, "results.json"))).toBe(true);
  });
});
