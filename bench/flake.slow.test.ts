import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";

test("runs of embedded sandboxes pass with other seeds, idle and under load", { timeout: 600_000 }, async () => {
  const flake = packageFile("build/bench/flake.js");
  const args = [flake, "--runs", "2", "--load", "4", "--side-by-side", "1"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain("quick runs of embedded sandboxes, idle: 0 of 1 verdicts differ");
  expect(stdout).toContain("quick runs of embedded sandboxes, under a load of 4: 0 of 1 verdicts differ");
});
