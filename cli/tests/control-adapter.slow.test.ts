import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../testing/assay.ts";
import { resultsIn, withOutcome } from "../testing/results.ts";
import { startSalons } from "../testing/salons.ts";

test("the platform of examples/control-adapter is conformant, judged by its adapter", async () => {
  const out = mkdtempSync(join(tmpdir(), "assay-salons-"));
  const { code, stderr } = await assay([
    "run",
    "--target",
    await startSalons(),
    "--depth",
    "quick",
    "--out",
    out,
    "--quiet",
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  const results = resultsIn(out);
  expect(results.troubles).toBeUndefined();
  expect([withOutcome(results, "fail"), withOutcome(results, "warn")]).toEqual([[], []]);
  expect(withOutcome(results, "pass").length).toBeGreaterThan(120);
});
