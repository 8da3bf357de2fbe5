import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publint } from "publint";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { end } from "./testing/assay.ts";

const root = dirname(packageFile("package.json"));

test("the packed package runs in a project of its own, with no source tree beside it", async () => {
  const above = mkdtempSync(join(tmpdir(), "assay-package-"));
  const packed = await end("npm", ["pack", "--pack-destination", above], { cwd: root });
  expect(packed.code, packed.stderr).toBe(0);
  const [tarball = ""] = readdirSync(above);
  // npm installs into the nearest folder above that has packages, unless the folder itself is a project.
  mkdirSync(join(above, "node_modules"));
  const folder = join(above, "project");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const installed = await end("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", `../${tarball}`], {
    cwd: folder,
  });
  expect(installed.code, installed.stderr).toBe(0);
  const pkgDir = join(folder, "node_modules/assay");
  expect(readdirSync(pkgDir)).not.toContain("node_modules");
  const { scripts } = JSON.parse(readFileSync(join(pkgDir, "package.json"), "utf8")) as { scripts: object };
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
  expect((await publint({ pkgDir, pack: false, strict: true })).messages).toEqual([]);
  const { code, stdout, stderr } = await end("npx", ["--no-install", "assay", "run", "--depth", "quick"], {
    cwd: folder,
  });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("embedded sandbox: conformant");
  expect(readdirSync(join(folder, "reports/out"))).toContain("results.json");
});
