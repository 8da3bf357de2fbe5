import { spawnSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { certifyInProcess } from "./testing/certifying.ts";
import {
  allClaims,
  allowed,
  expectCertified,
  expectVariantFound,
  pythonVariants,
  variants,
} from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 24 });

/** Applications and other programs share the machine's ports and its time, so one that could not start, or was kept waiting, is tried again. */
const again = { retry: 2 };

/** Every fourth variant, so that all slow tests end in time; VARIANTS=all tries every one. */
const tried = Object.keys(variants).filter((_, index) => process.env.VARIANTS === "all" || index % 4 === 0);

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.concurrent.each(Object.keys(allowed))("an application that is %s is certified without a warning", again, (name) =>
  expectCertified(name),
);

test.concurrent.each(tried)('the variant "%s" is found by the requirement that it breaks', again, (name) =>
  expectVariantFound(name),
);

describe.skipIf(!hasPython)("in Python", () => {
  test.concurrent("the application is certified for everything", again, async () => {
    const command = `python3 "${packageFile("examples/partner-app-python/app.py")}"`;
    expect(await certifyInProcess(command, allClaims, {})).toMatchObject({ verdict: "pass" });
  });

  test.concurrent.each(Object.keys(pythonVariants))('the variant "%s" is found', again, (name) =>
    expectVariantFound(name),
  );
});
