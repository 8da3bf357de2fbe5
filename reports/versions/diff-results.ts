import type { Difference } from "../../regression/diff/differences/difference.ts";
import { type DifferenceLevel, differenceLevels } from "../../regression/diff/differences/rules.ts";
import type { IgnoredDifference, SiftedDifferences, StaleEntry } from "../../regression/diff/ignores.ts";

/** The most operations that a difference names: thousands of differences in a schema that thousands of operations share would be millions of names. */
const maxOperations = 100;

/** A difference as results have it: the first operations that it touches, and how many more there are. */
export type ListedDifference<Of extends Difference = Difference> = Omit<Of, "names"> & { more_operations?: number };

/** Names the first operations of a difference, and counts the others. */
export function listDifference<Of extends Difference>({ names: _names, ...difference }: Of): ListedDifference<Of> {
  const { operations } = difference;
  const more = operations.length - maxOperations;
  return more > 0
    ? { ...difference, operations: operations.slice(0, maxOperations), more_operations: more }
    : difference;
}

/** The output of `assay diff --json`; docs/schemas/diff.schema.json describes it. */
export interface DiffResults {
  format: "assay-diff/1";
  verdict: "breaking" | "compatible";
  old: string;
  new: string;
  counts: Record<DifferenceLevel | "ignored", number>;
  findings: ListedDifference[];
  ignored: ListedDifference<IgnoredDifference>[];
  stale: StaleEntry[];
  /** The file that the approvals were read from. */
  ignore_file?: string;
}

/** The results of comparing two versions, after the differences that a file approves were taken out. */
export function diffResults(old: string, fresh: string, sifted: SiftedDifferences, ignoreFile?: string): DiffResults {
  const { differences, ignored, stale } = sifted;
  const count = (level: DifferenceLevel): number => differences.filter((known) => known.level === level).length;
  const [breaking = 0, warning = 0, compatible = 0] = differenceLevels.map(count);
  return {
    format: "assay-diff/1",
    verdict: breaking > 0 ? "breaking" : "compatible",
    old,
    new: fresh,
    counts: { breaking, warning, compatible, ignored: ignored.length },
    findings: differences.map(listDifference),
    ignored: ignored.map(listDifference),
    stale,
    ...(ignoreFile === undefined ? {} : { ignore_file: ignoreFile }),
  };
}

/** The results with only the differences of a level, and of those above it, listed; all are counted. */
export function listedFrom(results: DiffResults, level: DifferenceLevel): DiffResults {
  const isListed = (difference: Pick<ListedDifference, "level">): boolean =>
    differenceLevels.indexOf(difference.level) <= differenceLevels.indexOf(level);
  return { ...results, findings: results.findings.filter(isListed), ignored: results.ignored.filter(isListed) };
}
