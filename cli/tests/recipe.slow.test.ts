import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { loadLedger } from "../../specs/ledger.ts";

const root = dirname(packageFile("package.json"));
const copy = mkdtempSync(join(tmpdir(), "assay-recipe-"));
const run = promisify(execFile);
const node = (...args: string[]) => run(process.execPath, args, { cwd: copy, env: { ...process.env, NO_COLOR: "1" } });

/** The next free number of the area. */
const id = `DICT-${loadLedger().filter(({ area }) => area === "DICT").length + 1}`;

/** Replaces a text that a file of the copy must hold. */
function edit(file: string, text: string, replacement: string): void {
  const before = readFileSync(join(copy, file), "utf8");
  expect(before).toContain(text);
  writeFileSync(
    join(copy, file),
    before.replace(text, () => replacement),
  );
}

beforeAll(async () => {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of files.trim().split("\n")) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

  // 1 and 2: the requirement, and its place.
  writeFileSync(
    join(copy, "specs/requirements/dictionaries.yaml"),
    `${readFileSync(join(copy, "specs/requirements/dictionaries.yaml"), "utf8")}${id}:
  level: must
  binds: provider
  says: The full title of a country is not empty.
  oracle: constant
  sources:
    Country (item of data in GET /countries): [full_title]
`,
  );
  edit("specs/outline.yaml", '"full_title": [DICT-1]', `"full_title": [DICT-1, ${id}]`);
  // 4: the check.
  edit(
    "suites/rules/rules.ts",
    '...rulesOn(["readService"]',
    `...rulesOn(["listCountries"], {
    "${id}": ({ items }) =>
      items &&
      breachUnless(
        items.every((item) => item.full_title !== ""),
        { found: "an empty full_title", expected: "a name" },
      ),
  }),

  ...rulesOn(["readService"]`,
  );
  edit(
    "suites/rules/rules.test.ts",
    '  ["ENV-8",',
    `  ["${id}", exchange("listCountries", {}, [{ full_title: "" }])],
  ["ENV-8",`,
  );
  // 5: the fault.
  edit(
    "sandbox/faults/areas/dictionaries.ts",
    '"there is no city dictionary"',
    `"one country has an empty full title": breaks(
    "${id}",
    field("listCountries", "full_title", () => "", 3),
  ),
  "there is no city dictionary"`,
  );
  // 7: what is derived, but for the README's transcripts; a must of providers makes no revision.
  await node("scripts/build.mjs");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("the recipe of CONTRIBUTING names every file that it takes to add a requirement", () => {
  const recipe = readFileSync(join(copy, "CONTRIBUTING.md"), "utf8");
  for (const step of [
    "specs/requirements/",
    "specs/outline.yaml",
    "suites/rules/",
    "sandbox/faults/areas/",
    "npm run transcripts",
  ])
    expect(recipe).toContain(step);
});

test("a requirement that was added by the recipe is found broken where its fault is planted", async () => {
  const { stdout } = await node("dist/cli/assay.js", "mutants", "--fault", "one country has an empty full title");
  expect(stdout).toContain("1 of 1 faults found");
});

test("the tests that know of requirements pass once the recipe was followed", async () => {
  const { stdout } = await node(
    "node_modules/vitest/vitest.mjs",
    "run",
    "--mode=built",
    "--project=quick",
    "specs",
    "suites/rules",
    "suites/schedule/proofs.test.ts",
  );
  expect(stdout).toMatch(/^\d+ passed, 0 failed/m);
});

test("the format holds once the recipe was followed", async () => {
  const { stdout } = await run(
    join(copy, "node_modules/.bin/biome"),
    ["ci", "--log-level=warn", "specs", "suites", "sandbox"],
    { cwd: copy },
  );
  expect(stdout).not.toContain("error");
});
