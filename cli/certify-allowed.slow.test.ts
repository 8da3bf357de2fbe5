import { spawnSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { certifyInProcess } from "./testing/certifying.ts";
import {
  allClaims,
  allowed,
  expectCertified,
  expectVariantFound,
  pythonVariants,
  triedAgain,
} from "./testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 32 });

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.concurrent.each(Object.keys(allowed))(
  "an application that is %s is certified without a warning",
  triedAgain,
  (name) => expectCertified(name),
);

test.runIf(hasPython).concurrent("the application in Python is certified for everything", triedAgain, async () => {
  const command = `python3 "${packageFile("examples/partner-app-python/app.py")}"`;
  expect(await certifyInProcess(command, allClaims, {})).toMatchObject({ verdict: "pass" });
});

test.runIf(hasPython).concurrent.each(Object.keys(pythonVariants))('the variant "%s" is found', triedAgain, (name) =>
  expectVariantFound(name),
);
