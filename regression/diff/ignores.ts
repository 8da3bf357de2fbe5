import { UsageError } from "../../base/errors.ts";
import { readDocument } from "../../base/files/read-document.ts";
import { checkFormat } from "../../base/formats/format-check.ts";
import { pointerOf } from "../../base/pointer.ts";
import { nearest } from "../../base/text/nearest.ts";
import type { Difference, FilePointer } from "./differences/difference.ts";
import { rules } from "./differences/rules.ts";

/** A difference that is accepted for a while. */
export interface IgnoreEntry {
  rule?: string;
  /** Only the difference of this fingerprint. */
  fingerprint?: string;
  /** Only at this operation. */
  operation?: string;
  /** Only at this pointer of either side, or below it. */
  at?: string;
  reason: string;
  /** The last day on which it holds. */
  expires: string;
}

/** A difference that was ignored, and why. */
export type IgnoredDifference = Difference & Pick<IgnoreEntry, "reason" | "expires">;

/** An entry that no longer does anything, and why. */
export type StaleEntry = IgnoreEntry & { why: string };

/** The remaining differences, the ignored ones, and the entries that can be removed. */
export interface SiftedDifferences {
  differences: Difference[];
  ignored: IgnoredDifference[];
  stale: StaleEntry[];
}

/** Reads an ignore file; whatever is wrong with it is one line with file, key and how to fix it. */
export function readIgnores(file: string): IgnoreEntry[] {
  const document = readDocument(file, "an ignore file") as { ignore: IgnoreEntry[] };
  const [complaint] = checkFormat("diff-ignore", document);
  if (complaint) throw new UsageError(`${file}#${pointerOf(complaint.path)}: ${complaint.what}`);
  for (const [index, { rule }] of document.ignore.entries()) {
    if (rule === undefined || Object.hasOwn(rules, rule)) continue;
    const [near] = nearest(rule, Object.keys(rules));
    const hint = near ? `; did you mean ${near}?` : "";
    throw new UsageError(`${file}#${pointerOf(["ignore", index, "rule"])}: there is no "${rule}"${hint}`);
  }
  return document.ignore;
}

/** Takes out the differences that are ignored on a day, such as `2026-03-01`. */
export function siftDifferences(found: Difference[], entries: IgnoreEntry[], today: string): SiftedDifferences {
  const valid = entries.filter(({ expires }) => expires >= today);
  const used = new Set<IgnoreEntry>();
  const differences: Difference[] = [];
  const ignored: IgnoredDifference[] = [];
  for (const difference of found) {
    let { operations } = difference;
    const fitting = valid.filter((entry) => fits(entry, difference));
    for (const entry of fitting) {
      used.add(entry);
      const { reason, expires, operation } = entry;
      const taken = operation === undefined ? operations : operations.filter((label) => label === operation);
      operations = operations.filter((label) => !taken.includes(label));
      if (taken.length > 0 || difference.operations.length === 0)
        ignored.push({ ...difference, operations: taken, reason, expires });
    }
    if (fitting.length === 0 || operations.length > 0) differences.push({ ...difference, operations });
  }
  const stale = entries.flatMap((entry): StaleEntry[] => {
    if (entry.expires < today) return [{ ...entry, why: `it expired on ${entry.expires}` }];
    return used.has(entry) ? [] : [{ ...entry, why: whyUnused(entry, found) }];
  });
  return { differences, ignored, stale };
}

/** Why an entry does nothing. */
const whyUnused = ({ fingerprint, rule }: IgnoreEntry, found: readonly Difference[]): string =>
  fingerprint !== undefined && found.some((difference) => difference.rule === rule)
    ? "there is no such difference any more, or it changed again"
    : "there is no such difference";

function fits({ rule, fingerprint, operation, at }: IgnoreEntry, difference: Difference): boolean {
  if (rule !== undefined && rule !== difference.rule) return false;
  if (fingerprint !== undefined && fingerprint !== difference.fingerprint) return false;
  if (operation !== undefined && !difference.operations.includes(operation)) return false;
  return at === undefined || [difference.old, difference.new].some((place) => isAt(place, at));
}

const isAt = (place: FilePointer | undefined, at: string): boolean =>
  place !== undefined && (place.pointer === at || place.pointer.startsWith(`${at}/`));
