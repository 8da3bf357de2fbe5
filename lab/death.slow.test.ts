import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { end } from "../cli/testing/assay.ts";

test("run, certify and report leave nothing half, and nothing that runs on, when they are killed", async () => {
  // More moments: npm run torture:death
  const { code, stdout } = await end(process.execPath, [packageFile("lab/death.mjs"), "2"]);
  expect([code, stdout.split("\n").slice(3)]).toEqual([0, [""]]);
});
