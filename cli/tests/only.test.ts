import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../testing/assay.ts";
import { resultsIn, withOutcome } from "../testing/results.ts";

const run = async (...args: string[]) => {
  const out = mkdtempSync(join(tmpdir(), "assay-only-"));
  await assay(["run", "--out", out, "--quiet", ...args]);
  return resultsIn(out);
};

describe("a run of the embedded sandbox sends only what is needed for", () => {
  test.each([
    ["a requirement that two reads show", "DICT-2", { listCountries: 2 }],
    ["an area, without what is skipped", "dict --skip DICT-4", { listCountries: 2, listBusinessTypes: 1 }],
    ["a requirement that only a rule judges", "SRV-4", { readService: 3 }],
  ])("%s", async (_, only, spent) => {
    const results = await run("--only", ...only.split(" "));
    expect(results.spent).toEqual(spent);
    expect(withOutcome(results, "pass").length).toBeGreaterThan(0);
  });

  test("requirements of one operation, though a rule can show them elsewhere", async () => {
    const { spent = {} } = await run("--only", "RES-2,LOC-6");
    expect(Object.keys(spent).toSorted()).toEqual([
      "listCities",
      "listConnectedLocations",
      "listCountries",
      "listResources",
    ]);
  });
});

test("assay explain prints what decides whether a requirement holds", async () => {
  expect((await assay(["explain", "INST-4"])).stdout).toMatch(/^oracle {4}interval: confirmation_window$/m);
  expect((await assay(["explain", "DICT-1"])).stdout).toMatch(
    /^oracle {4}same as: every other read \(id, title, .*\)\n.*^ {10}type only: a rate moves with its market \(exchange\)$/ms,
  );
});

test("assay explain prints the readings on which a requirement leans", async () => {
  expect((await assay(["explain", "CLI-3"])).stdout).toMatch(
    /^reading {3}specs\/readings\.md#0\n {10}A documented field [\s\S]*^reading {3}specs\/readings\.md#37\n {10}A client without categories/m,
  );
});

describe("assay explain lists the proofs that --only runs", () => {
  test.each([
    ["DICT-2", /^ {2}listCountries answers as documented$/m],
    ["SRV-4", /^These proofs send what shows it:\n {2}readService answers as documented$/m],
    ["ENV-8", /^Any request may show it, so all proofs are run\.$/m],
  ])("%s", async (id, proofs) => {
    expect((await assay(["explain", id])).stdout).toMatch(proofs);
  });
});
