import { cpSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { assayProcess, end } from "../testing/assay.ts";

const root = dirname(packageFile("package.json"));

test("the partner's example, copied elsewhere, writes a pact that is compatible and holds of the sandbox", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "assay-partner-")), "contract");
  cpSync(join(root, "examples/partner-contract"), folder, {
    recursive: true,
    filter: (file) => !/[/\\](node_modules|pacts)$/.test(file),
  });
  // In the place of an installation, which would need a network.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const tested = await end(process.execPath, ["--test"], { cwd: folder });
  expect(tested.code, tested.stdout).toBe(0);
  const [name = ""] = readdirSync(join(folder, "pacts"));
  const checked = await assayProcess(["contracts", "check", "--pact", join("pacts", name)], { cwd: folder });
  expect(checked.stdout).toBe(
    "the specification: all contracts are compatible\n3 interactions of 1 consumer: 3 compatible, 0 with warnings, 0 not compatible\n",
  );
  const { code, stdout } = await assayProcess(["contracts", "verify", "--pact", join("pacts", name)], { cwd: folder });
  expect(stdout).toBe(
    "embedded sandbox: all contracts hold\n3 interactions of 1 consumer: 3 hold, 0 fail, 0 pending, 0 untestable\nreport: assay-report/index.html\n",
  );
  expect(code).toBe(0);
});
