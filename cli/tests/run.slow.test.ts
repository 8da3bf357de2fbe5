import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import type { Results } from "../../record/results.ts";
import type { Ended } from "../testing/assay.ts";
import { expectEveryRequirement, expectReasons, expectWellFormed, outcomesOf, resultsIn } from "../testing/results.ts";

interface Transcripts {
  transcripts: (folder: string) => Promise<Record<string, Ended>>;
}

describe("assay run", () => {
  let shown: Record<string, Ended>;
  let results: Results;
  beforeAll(async () => {
    const { transcripts } = (await import(packageFile("scripts/transcripts.mjs"))) as Transcripts;
    const folder = mkdtempSync(join(tmpdir(), "assay-run-"));
    shown = await transcripts(folder);
    results = resultsIn(join(folder, "assay-report"));
  });

  test("prints what the README shows, for a target that conforms and for one that does not", () => {
    const readme = readFileSync(packageFile("README.md"), "utf8");
    for (const [line, { stdout }] of Object.entries(shown))
      expect(readme).toContain(`\`\`\`text\n$ ${line}\n${stdout}\`\`\``);
  });

  test("finds the embedded sandbox conformant", () => {
    expect(shown["npx assay run"]).toMatchObject({ code: 0, stderr: "" });
    expect(shown["npx assay run"]?.stdout).toContain("embedded sandbox: conformant");
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
