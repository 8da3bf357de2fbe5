import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { assay } from "../testing/assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-profile-"));
const pact = packageFile("contracts/pacts/webhook-receiver.json");

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ clock: "frozen" });
});
afterAll(() => sandbox.close());

/** Every command that takes a target profile, with arguments that make it listen for webhooks. */
const commands = [
  ["run", "--only", "HOOK-1"],
  ["contracts", "verify", "--pact", pact],
];

test.each(commands)("a webhooks.listen that is taken is one line that names the profile: %s %s %s", async (...args) => {
  const taken = new URL(sandbox.control.url).host;
  const target = join(folder, `${args[0]}.yaml`);
  writeFileSync(target, JSON.stringify({ control: sandbox.control, webhooks: { listen: taken } }));
  const { code, stdout, stderr } = await assay([...args, "--target", target, "--out", join(folder, args[0] ?? "")]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^assay: [^\n]*\n$/);
  expect(stderr).toContain(`assay: ${target}: webhooks.listen: ${taken} cannot be listened on`);
});
