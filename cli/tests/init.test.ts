import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadPartnerProfile } from "../../harness/profiles/partner-profile.ts";
import { profileKeys } from "../../harness/profiles/profile-keys.ts";
import { loadTargetProfile } from "../../harness/profiles/target-profile.ts";
import { closedAddress, startServer } from "../../harness/testing/server.ts";
import { profileText } from "../../library/write-profile.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { assay, begin } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-init-"));
let files = 0;
const newFile = () => join(folder, `profile-${++files}.yaml`);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ clock: "frozen" });
});
afterAll(() => sandbox.close());

describe("assay init", () => {
  test("finds the surfaces that answer around an address, and says which it did not find", async () => {
    const out = newFile();
    const { urls } = sandbox;
    const { code, stdout } = await assay([
      "init",
      "--url",
      urls.api_root,
      "--set",
      "fixtures.location_id=100",
      "--out",
      out,
    ]);
    expect([code, stdout.split("\n").slice(0, 2)]).toEqual([
      0,
      [`found  urls.base_url: ${urls.base_url} answers 401`, `found  urls.api_root: ${urls.api_root} answers 401`],
    ]);
    expect(stdout).toContain("info   urls.app_url: not found");
    expect(stdout).toContain(`set in the environment: PARTNER_TOKEN\nnext: npx assay doctor --target ${out}\n`);
    expect(loadTargetProfile(out, { PARTNER_TOKEN: "t" })).toMatchObject({
      urls: { base_url: urls.base_url, api_root: urls.api_root },
      credentials: { partner_token: "t" },
      fixtures: { location_id: 100 },
      allow: { mutations: false },
    });
  });

  test("shows what a control protocol says on one line, without what would steer a terminal", async () => {
    const capabilities = ["reset", "\u001B[2Jx\nfound  urls: y"];
    const { url } = await startServer((response) =>
      response.end(JSON.stringify({ protocol: "assay-control/1", capabilities })),
    );
    const { stdout } = await assay(["init", "--control", url, "--out", newFile()], { env: { CONTROL_TOKEN: "t" } });
    expect(stdout).toContain("offers reset, \\u001b[2Jx found  urls: y\n");
  });

  test("asks a control protocol what it offers, and needs nothing else where it resets", async () => {
    const out = newFile();
    const { url, token } = sandbox.control;
    const { stdout } = await assay(["init", "--control", url, "--out", out], { env: { CONTROL_TOKEN: token } });
    expect(stdout).toContain(`found  control.url: ${url} offers reset, clock`);
    expect(loadTargetProfile(out, { CONTROL_TOKEN: "t" })).toMatchObject({
      name: expect.any(String) as string,
      folder,
      control: { url, token: "t" },
      secrets: [["CONTROL_TOKEN", "t"]],
    });
  });

  test("writes the address that it is given where connections are refused, and says so", async () => {
    const [out, url] = [newFile(), closedAddress()];
    const { code, stdout } = await assay(["init", "--url", url, "--out", out]);
    expect([code, stdout.split("\n", 1)[0]]).toEqual([0, expect.stringContaining("does not answer (ECONNREFUSED)")]);
    expect(loadTargetProfile(out, { PARTNER_TOKEN: "t" }).urls).toEqual({ base_url: url });
  });

  test("asks at a terminal, and writes what was typed", async () => {
    const out = newFile();
    const { io, ended } = begin(["init", "--out", out], { columns: 80 });
    const answer = async (question: string, typed: string) => {
      await io.until("stdout", question);
      io.type(typed);
    };
    await answer("What is it about?", "\u001b[B\r");
    await answer("Name of the application", "acme\r");
    await answer("What does it claim?", "\u001b[B \u001b[B\u001b[B\u001b[B \r");
    await answer("Command that starts it", "node main.mjs\r");
    await answer("Address that answers 2xx", "\r");
    await answer("webhook_url, for the claim", "http://127.0.0.1:4100/hooks\r");
    await answer("actions.calls, for the claim", "http://127.0.0.1:4100/calls\r");
    expect((await ended).code).toBe(0);
    expect(loadPartnerProfile(out)).toMatchObject({
      name: "acme",
      claims: ["webhooks", "calls"],
      start: { command: "node main.mjs" },
      webhook_url: "http://127.0.0.1:4100/hooks",
      actions: { calls: { url: "http://127.0.0.1:4100/calls", body: { location_id: "{location_id}" } } },
    });
  });

  test("writes nothing when someone ends the questions", async () => {
    const out = newFile();
    const { io, ended } = begin(["init", "--out", out], { columns: 80 });
    await io.until("stdout", "What is it about?");
    io.type("\u0003");
    expect((await ended).code).toBe(130);
    expect(() => readFileSync(out)).toThrow("ENOENT");
  });

  test.each([
    [["init"], "init: say target or partner, and give --url, --control or --set"],
    [["init", "target"], "init: give --url, --control, or --set urls.base_url=…"],
    [["init", "--url", "here"], "--url: here is not an http or https address"],
    [["init", "target", "--set", 'name="x'], "--set: name: this is not a value of YAML; put it in quotes"],
    [["init", "target", "--set", "x"], "--set: x is not KEY=VALUE, such as fixtures.location_id=100"],
    [["init", "partner", "--set", "claims=[x]"], '--set: claims.0: found the string "x", expected one of "install"'],
    [["init", "partner", "--out", folder], `--out: ${folder} is there already; name another file`],
  ])("%j is refused in one line", async (args, line) => {
    const { code, stdout, stderr } = await assay(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.startsWith(`assay: ${line}`), stderr).toBe(true);
  });
});

test.each(["target-profile", "partner-profile"] as const)(
  "a %s that is written has every key of its schema, each with its example, and is right once they are uncommented",
  (format) => {
    const text = profileText(
      format,
      format === "partner-profile" ? { name: "a", claims: ["calls"] } : { urls: {} },
      "f",
    );
    const missing = (keys: ReturnType<typeof profileKeys>): string[] =>
      keys.flatMap((key) => [
        ...(key.says === "" || (key.keys.length === 0 && key.example === undefined) ? [key.path] : []),
        ...(new RegExp(`^[# ]*${key.name}:`, "m").test(text) ? [] : [key.path]),
        ...missing(key.keys),
      ]);
    expect(missing(profileKeys(format))).toEqual([]);
  },
);
