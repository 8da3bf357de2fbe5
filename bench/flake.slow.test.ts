import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { mayRepeat } from "../cli/testing/may-repeat.ts";
import { isWhole } from "../cli/testing/rows.ts";

const flake = packageFile("build/bench/flake.js");

test("runs of embedded sandboxes pass with other seeds, idle and under load", { timeout: 600_000 }, async () => {
  const args = [flake, "--runs", "2", "--load", "4", "--side-by-side", "1"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain("quick runs of embedded sandboxes, idle: 0 of 1 verdicts differ");
  expect(stdout).toContain("quick runs of embedded sandboxes, under a load of 4: 0 of 1 verdicts differ");
});

test.runIf(isWhole)(
  "certifications of good applications pass in time, idle and under load",
  {
    timeout: 600_000,
    ...mayRepeat("certifications of good applications pass in time, idle and under load"),
  },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [flake, "--certifications", "2", "--load", "4"]);
    expect(stdout).toContain("certifications of good applications, idle: 0 of 1 verdicts differ");
    expect(stdout).toContain("certifications of good applications, under a load of 4: 0 of 1 verdicts differ");
    expect(stdout).toMatch(/idle: the slowest took \d+ s, of 90 s at most/);
  },
);
