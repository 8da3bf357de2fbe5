import type { Finding } from "../specs/diff/findings.ts";
import type { Sifted } from "../specs/diff/ignores.ts";
import { type Level, levels } from "../specs/diff/rules.ts";

/** What `assay diff --json` prints; docs/schemas/diff.schema.json describes it. */
export interface DiffResults extends Sifted {
  format: "assay-diff/1";
  verdict: "breaking" | "compatible";
  old: string;
  new: string;
  counts: Record<Level | "ignored", number>;
}

/** The results of comparing two versions, after ignored differences were taken out. */
export function diffResults(old: string, fresh: string, sifted: Sifted): DiffResults {
  const count = (level: Level): number => sifted.findings.filter((finding: Finding) => finding.level === level).length;
  const [breaking = 0, warning = 0, compatible = 0] = levels.map(count);
  return {
    format: "assay-diff/1",
    verdict: breaking > 0 ? "breaking" : "compatible",
    old,
    new: fresh,
    counts: { breaking, warning, compatible, ignored: sifted.ignored.length },
    ...sifted,
  };
}
