import type { Finding } from "../regression/diff/findings.ts";
import type { Sifted } from "../regression/diff/ignores.ts";
import { type Level, levels } from "../regression/diff/rules.ts";

/** Operations that a difference names: thousands of differences in a schema that thousands of operations share would be millions of names. */
const most = 100;

/** A difference as results have it: the first operations that it touches, and how many more there are. */
export type Told<Of extends Finding> = Of & { more_operations?: number };

/** Names the first operations of a difference, and counts the others. */
export const brief = <Of extends Finding>(finding: Of): Told<Of> =>
  finding.operations.length > most
    ? { ...finding, operations: finding.operations.slice(0, most), more_operations: finding.operations.length - most }
    : finding;

/** What `assay diff --json` prints; docs/schemas/diff.schema.json describes it. */
export interface DiffResults extends Sifted {
  findings: Told<Finding>[];
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
    findings: sifted.findings.map(brief),
    ignored: sifted.ignored.map(brief),
    stale: sifted.stale,
  };
}
