import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../testing/assay.ts";
import { outcomesOf, resultsIn, withOutcome } from "../testing/results.ts";
import { startSalons } from "../testing/salons.ts";

const run = async (target: string, ...args: string[]) => {
  const out = mkdtempSync(join(tmpdir(), "assay-control-adapter-"));
  const ended = await assay(["run", "--target", target, "--out", out, ...args]);
  return { ...ended, results: resultsIn(out) };
};

describe("a platform that knows nothing of assay, with an adapter", () => {
  test("is judged through its own back office", async () => {
    const { code, stderr, results } = await run(await startSalons(), "--only", "CALL-6,LOC-7", "--depth", "quick");
    expect([code, stderr]).toEqual([0, ""]);
    expect(withOutcome(results, "pass")).toEqual(["CALL-6", "LOC-7"]);
  });

  test("has a control protocol that does what the page says", async () => {
    const { code, stdout } = await assay(["control", "check", "--target", await startSalons()]);
    expect(stdout).toContain("10 calls: 10 ok, 0 with errors, 0 missing");
    expect(stdout).toContain("not seen: the target names no urls.v3_base_url");
    expect(code).toBe(0);
  });
});

describe("an adapter that throws", () => {
  const closed = "export function seed() { throw new Error('the warehouse is closed'); }";

  test("makes requirements untestable, in its own words, reported at once and in the end", async () => {
    const { code, stdout, stderr, results } = await run(await startSalons(closed), "--only", "CALL-6,CLI-4,DICT-1");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^trouble: seed of .* throws: the warehouse is closed\n$/);
    expect(outcomesOf(results)).toMatchObject({ "DICT-1": "pass", "CALL-6": "untestable" });
    expect(results.troubles).toEqual([
      expect.stringMatching(/^seed of .*adapter\.mjs throws: the warehouse is closed$/),
    ]);
    expect(stdout.match(/^trouble +seed of .* throws: the warehouse is closed$/gm)).toHaveLength(1);
    const { reason } = results.requirements.find(({ id }) => id === "CALL-6") ?? {};
    expect(reason).toMatch(/^seed of .* throws: the warehouse is closed$/);
  });

  test("is found wrong by assay control check, which exits with 2", async () => {
    const { code, stdout } = await assay(["control", "check", "--target", await startSalons(closed)]);
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^error +seed \(seed\)\n +seed of .* throws: the warehouse is closed; docs\/control\.md shows/m,
    );
  });

  test("at its first reset leaves nothing to judge, reported in one line", async () => {
    const target = await startSalons("export function reset() { throw new Error('nobody may wipe this'); }");
    const { code, stderr } = await assay(["run", "--target", target, "--out", mkdtempSync(join(tmpdir(), "assay-"))]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^assay: .*target\.yaml: control\.adapter: reset of .* throws: nobody may wipe this; without a reset, give the target's urls\n$/,
    );
  });
});

test("an adapter that lacks functions does not offer them", async () => {
  const more = "export const seed = undefined, deliveries = undefined;";
  const { results } = await run(await startSalons(more), "--only", "CALL");
  expect(results.requirements.map(({ reason = "" }) => reason)).toContainEqual(
    expect.stringContaining("the target's control protocol lacks seed"),
  );
  const { code, stdout } = await assay(["control", "check", "--target", await startSalons(more)]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^missing +seed \(seed\): filters and pages are not judged against collections/m);
});
