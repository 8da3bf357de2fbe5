import { spawnSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { certifyInProcess } from "./testing/certifying.ts";
import { allClaims, expectVariantFound, pythonVariants, triedAgain } from "./testing/variants.ts";

// Beside the other files, whose applications would have to wait for these.
vi.setConfig({ maxConcurrency: 8 });

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.skipIf(!hasPython)("the example in Python", () => {
  test.concurrent("is certified for everything", triedAgain, async () => {
    const command = `python3 "${packageFile("examples/partner-app-python/app.py")}"`;
    expect(await certifyInProcess(command, allClaims, {})).toMatchObject({ verdict: "pass" });
  });

  test.concurrent.each(Object.keys(pythonVariants))('the variant "%s" is found', triedAgain, (name) =>
    expectVariantFound(name),
  );
});
