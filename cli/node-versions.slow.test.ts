import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";

const run = promisify(execFile);

test.each(["20.19.0", "22", "24"])("judges the sandbox on Node %s without a warning", async (version) => {
  const folder = mkdtempSync(join(tmpdir(), "assay-node-"));
  // npm brings a Node of another version from the registry.
  const { stdout: node } = await run("npx", ["-y", `node@${version}`, "-p", "process.execPath"], { cwd: folder });
  const { stdout, stderr } = await run(
    node.trim(),
    [packageFile("dist/cli/assay.js"), "run", "--depth", "quick", "--out", join(folder, "out")],
    { cwd: folder, env: { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "", ASSAY_PROGRESS: "off" } },
  );
  expect(stdout).toContain("embedded sandbox: conformant");
  expect(stderr).toBe("");
});
