import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import type { DeployResults } from "../../reports/versions/deploy-results.ts";
import type { MatrixResults } from "../../reports/versions/matrix-results.ts";
import { assay } from "../testing/assay.ts";

const next = "examples/regression/callback-next.yaml";
const pacts = ["--pacts", "contracts/pacts/installer.json"];
const folder = mkdtempSync(join(tmpdir(), "assay-deploy-"));

describe("assay can-i-deploy", () => {
  test("says no on one page, with what breaks and whom, and exits with 1", async () => {
    const { code, stdout, stderr } = await assay(["can-i-deploy", "--against", next, ...pacts]);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain('breaking    The request body must have a new property "locale".');
    expect(stdout).toContain("- POST /marketplace/partner/callback (callback): the callback of the partner");
    expect(stdout).toMatch(
      /can it be deployed\? no\n {2}2 breaking differences not approved\n {2}1 expectation of 1 partner would break\n$/,
    );
  });

  test("says yes to what changes nothing", async () => {
    const { code, stdout } = await assay(["can-i-deploy", "--against", "specs", ...pacts]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/can it be deployed\? yes\n$/);
  });

  test("still says no to what breaks a partner, though every difference is approved", async () => {
    const file = join(folder, "ignore.yaml");
    const approved = await assay(["can-i-deploy", "--against", next, ...pacts, "--json"]);
    const { diff } = JSON.parse(approved.stdout) as DeployResults;
    const entries = diff.findings.map(({ fingerprint }) => ({ fingerprint, reason: "agreed", expires: "2099-12-31" }));
    writeFileSync(file, JSON.stringify({ ignore: entries }));
    const { code, stdout } = await assay(["can-i-deploy", "--against", next, ...pacts, "--ignore", file, "--json"]);
    const results = JSON.parse(stdout) as DeployResults;
    expect([code, results.verdict, results.reasons]).toEqual([1, "no", ["1 expectation of 1 partner would break"]]);
    expect(checkFormat("deploy", results)).toEqual([]);
    expect(checkFormat("diff", results.diff)).toEqual([]);
    expect(checkFormat("impact", results.impact)).toEqual([]);
  });

  test("names contracts that did not hold before either, and does not check them against the version", async () => {
    const request = {
      method: "GET",
      path: "/countries",
      headers: { Accept: "application/vnd.api.v2+json", Authorization: "Bearer x" },
    };
    const response = { status: 200, body: { data: [{ moons: 1 }] } };
    const pact = {
      consumer: { name: "stargazer" },
      provider: { name: "api" },
      interactions: [{ description: "the moons", request, response }],
    };
    const file = join(folder, "stargazer.json");
    writeFileSync(file, JSON.stringify(pact));
    const { code, stdout } = await assay(["can-i-deploy", "--against", "specs", "--pacts", file]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "contracts that did not hold before either\nstargazer: the moons: response.body /data/0/moons",
    );
  });

  test("writes a page for a pull request", async () => {
    const { stdout } = await assay(["can-i-deploy", "--against", next, ...pacts, "--markdown"]);
    expect(stdout).toMatch(/^## This version cannot be deployed\n\n- 2 breaking differences not approved\n/);
    expect(stdout).toContain("### This change breaks the API");
    expect(stdout).toContain("### This change breaks 1 partner of 1");
  });
});

describe("assay matrix", () => {
  test("has a row for each partner and a column for each version, and exits with 1 if someone fails under the last", async () => {
    const { code, stdout } = await assay(["matrix", "specs", next, ...pacts]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ +specs {2}examples\/regression\/callback-next\.yaml\n/);
    expect(stdout).toMatch(/^installer +holds {2}fails 1 of \d+$/m);
    expect(stdout.endsWith(`\n\n${next}: the contracts of 0 of 1 partner hold\n`)).toBe(true);
  });

  test("prints JSON of the fixed format, and Markdown", async () => {
    const { stdout } = await assay(["matrix", "specs", ...pacts, "--json"]);
    const results = JSON.parse(stdout) as MatrixResults;
    expect(checkFormat("matrix", results)).toEqual([]);
    expect(results.partners.map(({ partner }) => partner)).toEqual(["installer"]);
    const page = await assay(["matrix", "specs", ...pacts, "--markdown"]);
    expect([page.code, page.stdout]).toEqual([
      0,
      "| partner | specs |\n|---|---|\n| installer | holds |\n\nspecs: the contracts of 1 of 1 partner hold\n",
    ]);
  });
});

describe("assay impact --markdown", () => {
  test("has the partners that break in a table", async () => {
    const { code, stdout } = await assay(["impact", "--against", next, ...pacts, "--markdown"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^## This change breaks 1 partner of 1\n/);
    expect(stdout).toMatch(
      /^\| installer \| the callback of the partner, .* \| `request-required-property-added` \|$/m,
    );
    expect(stdout).toContain("<summary>Breaks no expectation (1)</summary>");
  });
});
