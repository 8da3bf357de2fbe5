import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Results } from "../record/results.ts";
import { assayProcess, type Ended } from "./testing/assay.ts";
import { expectEveryRequirement, expectReasons, expectWellFormed, outcomesOf, resultsIn } from "./testing/results.ts";

describe("assay run on the embedded sandbox", () => {
  let ended: Ended;
  let results: Results;
  beforeAll(async () => {
    const cwd = mkdtempSync(join(tmpdir(), "assay-run-"));
    ended = await assayProcess(["run"], { cwd });
    results = resultsIn(join(cwd, "reports/out"));
  });

  test("finds it conformant", () => {
    expect([ended.code, ended.stderr]).toEqual([0, ""]);
    expect(ended.stdout).toContain("embedded sandbox: conformant");
  });

  test("writes results of the fixed format", () => {
    expect(results).toMatchObject({ kind: "provider", verdict: "pass", seed: 42, depth: "standard" });
    expectWellFormed(results);
  });

  test("lists every requirement that binds a provider, once, and none that binds only a partner", () =>
    expectEveryRequirement(results));

  test("never judges what the specification leaves open, and gives a reason for all that did not pass", () => {
    expectReasons(results);
    expect(outcomesOf(results)["TLS-1"]).toBe("untestable");
  });
});
