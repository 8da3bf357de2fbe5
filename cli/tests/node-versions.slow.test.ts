import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { rowsOf } from "../testing/rows.ts";

const run = promisify(execFile);

/** The newest judges everything; the others what needs most of Node: both clocks, webhooks, lists, cursors. */
test.each(
  rowsOf([
    ["20.19.0", ["--only", "INST,HOOK,CLI,CUR"]],
    ["22", ["--only", "INST,HOOK,CLI,CUR"]],
    ["24", []],
  ] as const),
)("judges the sandbox on Node %s without a warning", async (version, only) => {
  const folder = mkdtempSync(join(tmpdir(), "assay-node-"));
  // npm brings a Node of another version from the registry.
  const { stdout: node } = await run("npx", ["-y", `node@${version}`, "-p", "process.execPath"], { cwd: folder });
  const { stdout, stderr } = await run(
    node.trim(),
    [packageFile("dist/cli/assay.js"), "run", "--depth", "quick", "--out", join(folder, "out"), ...only],
    { cwd: folder, env: { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "", ASSAY_PROGRESS: "off" } },
  );
  expect(stdout).toContain("embedded sandbox: conformant");
  expect(stderr).toBe("");
});
