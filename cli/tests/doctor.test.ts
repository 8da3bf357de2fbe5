import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { isAtLeast, minNode } from "../../base/min-node.ts";
import { packageFile } from "../../base/package-file.ts";
import { httpControl, type ResetAnswer } from "../../harness/control/control.ts";
import { closedAddress } from "../../harness/testing/server.ts";
import type { Diagnosis } from "../../library/examine/diagnosis.ts";
import { specified } from "../../sandbox/api/specified.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { assay } from "../testing/assay.ts";
import { freePort } from "../testing/certifying.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-doctor-"));
let sandbox: Omit<Sandbox, "urls"> & ResetAnswer;
beforeAll(async () => {
  const behaviour = specified({ ratePerMinute: Number.POSITIVE_INFINITY });
  const created = await createSandbox({ clock: "frozen", behaviour });
  sandbox = { ...created, ...(await httpControl(created.control).reset(1)) };
});
afterAll(() => sandbox.close());

const write = (name: string, profile: object): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(profile));
  return file;
};

/** The diagnoses of a profile, by the part that they are about. */
const examine = async (kind: "--target" | "--partner", profile: object, ...more: string[]) => {
  const { code, stdout, stderr } = await assay(["doctor", kind, write("profile.yaml", profile), "--json", ...more]);
  expect(stderr).toBe("");
  const found = JSON.parse(stdout) as Diagnosis[];
  const stated = (state: Diagnosis["state"]) => found.flatMap((each) => (each.state === state ? [each.about] : []));
  return { code, found, right: stated("ok"), wrong: stated("error"), saysOf: sayings(found) };
};

const sayings = (found: readonly Diagnosis[]) => (about: string) =>
  found.flatMap((each) => (each.about === about ? [each.says] : [])).join(" | ");

const live = () => ({
  urls: sandbox.urls,
  credentials: sandbox.credentials,
  fixtures: sandbox.fixtures,
  webhooks: { listen: "127.0.0.1:0" },
  pace: { per_second: 1000, per_minute: 60_000 },
});

describe("assay doctor", () => {
  test("looks at the machine alone where it is given no profile", async () => {
    const { code, stdout } = await assay(["doctor"], { env: { PATH: "" } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok {5}Node +\d+\.\d+\.\d+\ninfo {3}browser +none was found; .*\n/);
    expect(stdout).toMatch(/^ok {5}Allure's page +allure \d+\.\d+\.\d+$/m);
    expect(stdout).toMatch(/^ok {5}the console +hono [\d.]+, @hono\/node-server [\d.]+, pg-boss [\d.]+$/m);
    expect(stdout).toContain("\n\nno errors; ");
  });

  test("says of a live target that every address, token, fixture and the receiver work", async () => {
    const { code, wrong, right } = await examine("--target", live());
    expect([code, wrong]).toEqual([0, []]);
    expect(right).toEqual(
      expect.arrayContaining([
        "urls.base_url, urls.api_root",
        "urls.v3_base_url",
        ...Object.keys(sandbox.credentials)
          .filter((name) => name !== "v3_unscoped_token")
          .map((name) => `credentials.${name}`),
        ...["location_id", "application_id", "unknown_location_id", "service_id"].map((name) => `fixtures.${name}`),
        "webhooks",
      ]),
    );
  });

  test("says all that is wrong with one at once, each with its fix, and exits with 2", async () => {
    const profile = live();
    const { second_location_id, ...fixtures } = profile.fixtures;
    const { code, wrong, saysOf } = await examine("--target", {
      ...profile,
      urls: { ...profile.urls, app_url: closedAddress() },
      credentials: { ...profile.credentials, owner_user_token: "nobody", v3_other_token: "nobody" },
      fixtures: { ...fixtures, service_id: 77, unknown_location_id: second_location_id },
      webhooks: { listen: new URL(sandbox.control.url).host },
      provoke: { "ClientEvent.created": { command: "touch x" } },
    });
    expect(code).toBe(2);
    expect(wrong).toEqual([
      "urls.app_url",
      "credentials.owner_user_token",
      "credentials.v3_other_token",
      "fixtures.unknown_location_id",
      "fixtures.service_id",
      "webhooks.listen",
    ]);
    expect(saysOf("urls.app_url")).toContain("start it, or fix the port");
    expect(saysOf("fixtures.service_id")).toContain("fix the id");
    expect(saysOf("provoke.ClientEvent.created.command")).toBe("would run touch x");
  });

  test("says of an address that is reached, and serves nothing, only that it is wrong", async () => {
    const server = createServer(
      (socket) => void socket.on("error", () => undefined).once("data", () => socket.destroy()),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const profile = {
      urls: { base_url: `http://127.0.0.1:${port}/api/v1` },
      credentials: { partner_token: "abcdefgh" },
    };
    const { code, right, wrong } = await examine("--target", profile);
    expect([code, wrong]).toEqual([2, ["urls.base_url"]]);
    expect(right).not.toContain("urls.base_url");
  });

  test("says what the control protocol offers, or what is wrong with its token", async () => {
    const { code, saysOf } = await examine("--target", { control: sandbox.control });
    expect([code, saysOf("control.url")]).toEqual([0, expect.stringContaining("offers reset, clock, seed")]);
    const refused = await examine("--target", { control: { ...sandbox.control, token: "another" } });
    expect([refused.code, refused.wrong]).toEqual([2, ["control.token"]]);
  });

  test("reports mistakes of a profile's text as a run does", async () => {
    const file = write("odd.yaml", { urls: { base_url: "here" }, fixture: {} });
    const { code, stdout } = await assay(["doctor", "--target", file]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/error {2}\S+odd\.yaml:1: urls\.base_url +found the string "here"/);
    expect(stdout).toMatch(/error {2}\S+odd\.yaml:1: fixture +this key is unknown; did you mean fixtures\?/);
    expect(stdout).toContain("\n2 errors to fix first\n");
  });

  test("starts a partner's application, looks at its addresses, and reports what its claims lack", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hooks`;
    const command = `node -e 'require("http").createServer((q, s) => s.end()).listen(${port}, "127.0.0.1")'`;
    const profile = {
      name: "a",
      claims: ["webhooks", "lifecycle", "calls"],
      start: { command, ready: url },
      webhook_url: url,
    };
    const { code, right, wrong, saysOf } = await examine("--partner", profile);
    expect([code, wrong]).toEqual([2, ["claims.lifecycle"]]);
    expect(right).toEqual([
      "Node",
      ...right.slice(1, -4),
      "claims.webhooks",
      "platform",
      "start.command",
      "webhook_url",
    ]);
    expect(saysOf("claims.calls")).toContain("at a terminal you are asked");
    const broken = await examine("--partner", { ...profile, start: { command: "exit 7" } });
    expect(broken.saysOf("start.command")).toContain("exit code 7");
    const unstarted = await examine("--partner", profile, "--no-exec");
    expect(unstarted.saysOf("start.command")).toBe(
      `would run ${command} | it is not run, since --no-exec is given; no address is tried`,
    );
  });
});

test.each([
  ["20.19.0", "20.19", true],
  ["20.18.9", "20.19", false],
  ["22.0.1", "20.19", true],
  ["18.20.0", "20.19", false],
])("Node %s is %s or newer: %s", (version, least, isSo) => {
  expect(isAtLeast(version, least)).toBe(isSo);
});

test("--no-exec refuses every command that a profile would run, and runs none", async () => {
  const adapter = write("adapter.mjs", {});
  const file = write("runs.yaml", {
    control: { adapter },
    provoke: { "ClientEvent.created": { command: "touch x" }, "ClientEvent.updated": { url: "http://127.0.0.1:1" } },
  });
  const partner = write("partner.yaml", { name: "a", claims: ["calls"], start: { command: "touch y" } });
  const out = ["--out", join(folder, "out")];
  for (const args of [
    ["run", "--target", file, ...out],
    ["control", "check", "--target", file],
    ["baseline", "record", "--target", file, "--file", join(folder, "baseline.yaml"), ...out],
  ]) {
    const { code, stderr } = await assay([...args, "--no-exec"]);
    expect([code, stderr]).toEqual([
      2,
      [
        `assay: ${file}: control.adapter: --no-exec refuses to run ${adapter}; read it, and leave --no-exec out if it may run\n`,
        `assay: ${file}: provoke.ClientEvent.created.command: --no-exec refuses to run touch x; read it, and leave --no-exec out if it may run\n`,
      ].join(""),
    ]);
  }
  const { code, stderr } = await assay(["certify", "--partner", partner, "--no-exec", ...out]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("start.command: --no-exec refuses to run touch y")]);
});

test("the package asks for the same Node as the program", () => {
  const { engines } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${minNode}`);
});
