import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { certify } from "./testing/certifying.ts";
import { allowed, expectCertified, expectVariantFound, variants } from "./testing/variants.ts";

test.concurrent.each(Object.keys(allowed))("an application that is %s is certified without a warning", (name) =>
  expectCertified(name),
);

test.concurrent.each(Object.keys(variants))(
  'the variant "%s" is found by the requirement that it breaks',
  async (name) => {
    await expectVariantFound(name);
  },
);

const hasPython = spawnSync("python3", ["--version"]).status === 0;
test.skipIf(!hasPython).concurrent("an application in Python is certified for everything", async () => {
  const claims = ["install", "webhooks", "lifecycle", "resources", "calls"];
  const { stdout, code } = await certify(`python3 "${packageFile("examples/partner-app-python/app.py")}"`, claims);
  expect(stdout).toContain("under test: certified");
  expect(code).toBe(0);
});
