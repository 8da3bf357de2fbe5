import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";

const root = dirname(packageFile("package.json"));
const run = promisify(execFile);

test("the example of docs/library.md is the one in examples/library, and prints what the page shows", async () => {
  const page = readFileSync(join(root, "docs/library.md"), "utf8");
  const example = readFileSync(join(root, "examples/library/judge.mjs"), "utf8");
  expect(page).toContain(`\`\`\`js\n${example}\`\`\``);
  const { stdout } = await run(process.execPath, [join(root, "examples/library/judge.mjs")], { cwd: root });
  const [shown = ""] = /(?<=```text\n)faulty sandbox[\s\S]*?(?=```)/.exec(page) ?? [];
  expect(stdout).toBe(shown);
});

test("proofs are tests of Vitest, and allure-vitest reports them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-vitest-"));
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { stdout } = await run(process.execPath, [vitest, "run"], {
    cwd: join(root, "examples/vitest"),
    env: { ...process.env, NO_COLOR: "1", ALLURE_RESULTS: folder },
  });
  expect(stdout).toMatch(/Tests\s+\d+ passed/);
  expect(readdirSync(folder).filter((name) => name.endsWith("-result.json")).length).toBeGreaterThan(5);
});
