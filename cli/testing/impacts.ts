import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";
import { checkFormat } from "../../base/formats/format-check.ts";
import { packageFile } from "../../base/package-file.ts";
import { impactOf } from "../../library/versions/impact.ts";
import type { ImpactResults } from "../../reports/versions/impact-results.ts";

/** A folder for a file of tests, which ends with them, and ways to change our own specification in it and to check contracts against that. */
export function createImpactFixture() {
  const root = dirname(packageFile("package.json"));
  const folder = mkdtempSync(join(tmpdir(), "assay-impact-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let copies = 0;
  return {
    root,
    folder,

    /** A copy of our own specs folder in which some texts of one file are others. */
    changed: (file: string, ...edits: [from: string, to: string][]): string => {
      const copy = join(folder, `specs-${copies++}`);
      cpSync(join(root, "specs"), copy, { recursive: true });
      const text = readFileSync(join(copy, file), "utf8");
      for (const [from] of edits) expect(text).toContain(from);
      writeFileSync(
        join(copy, file),
        edits.reduce((all, [from, to]) => all.replace(from, to), text),
      );
      return copy;
    },

    /** Checks contracts against a version. */
    held: async (against: string, pacts = join(root, "contracts/pacts"), old?: string): Promise<ImpactResults> => {
      const results = await impactOf({ against, pacts, old });
      expect(checkFormat("impact", results)).toEqual([]);
      return results;
    },
  };
}
