import { UsageError } from "../../base/errors.ts";
import { checkFormat } from "../../base/format-check.ts";
import { nearest } from "../../base/nearest.ts";
import { readDocument } from "../../base/read-document.ts";
import type { Finding, Spot } from "./findings.ts";
import { rules } from "./rules.ts";

/** A difference that is accepted for a while. */
export interface Ignore {
  rule: string;
  /** Only at this operation. */
  operation?: string;
  /** Only at this pointer of either side, or below it. */
  at?: string;
  reason: string;
  /** The last day on which it holds. */
  expires: string;
}

/** A difference that was ignored, and why. */
export type Ignored = Finding & Pick<Ignore, "reason" | "expires">;

/** An entry that no longer does anything, and why. */
export type Stale = Ignore & { why: string };

/** What is left of the differences, what was ignored, and which entries are to be removed. */
export interface Sifted {
  findings: Finding[];
  ignored: Ignored[];
  stale: Stale[];
}

/** Reads an ignore file; whatever is wrong with it is one line with file, key and mend. */
export function readIgnores(file: string): Ignore[] {
  const document = readDocument(file, "an ignore file") as { ignore: Ignore[] };
  const [complaint] = checkFormat("diff-ignore", document);
  if (complaint) throw new UsageError(`${file}#/${complaint.path.join("/")}: ${complaint.what}`);
  for (const [index, { rule }] of document.ignore.entries()) {
    if (Object.hasOwn(rules, rule)) continue;
    const [near] = nearest(rule, Object.keys(rules));
    throw new UsageError(
      `${file}#/ignore/${index}/rule: there is no "${rule}"${near ? `; did you mean ${near}?` : ""}`,
    );
  }
  return document.ignore;
}

/** Takes out the differences that are ignored on a day, such as `2026-03-01`. */
export function sift(found: Finding[], ignores: Ignore[], today: string): Sifted {
  const valid = ignores.filter(({ expires }) => expires >= today);
  const used = new Set<Ignore>();
  const findings: Finding[] = [];
  const ignored: Ignored[] = [];
  for (const finding of found) {
    let { operations } = finding;
    const fitting = valid.filter((one) => fits(one, finding));
    for (const one of fitting) {
      used.add(one);
      const { reason, expires, operation } = one;
      const taken = operation === undefined ? operations : operations.filter((its) => its === operation);
      operations = operations.filter((its) => !taken.includes(its));
      if (taken.length > 0 || finding.operations.length === 0)
        ignored.push({ ...finding, operations: taken, reason, expires });
    }
    if (fitting.length === 0 || operations.length > 0) findings.push({ ...finding, operations });
  }
  const stale = ignores.flatMap((one): Stale[] => {
    if (one.expires < today) return [{ ...one, why: `it expired on ${one.expires}` }];
    return used.has(one) ? [] : [{ ...one, why: "there is no such difference" }];
  });
  return { findings, ignored, stale };
}

function fits({ rule, operation, at }: Ignore, finding: Finding): boolean {
  if (rule !== finding.rule) return false;
  if (operation !== undefined && !finding.operations.includes(operation)) return false;
  return at === undefined || [finding.old, finding.new].some((spot) => isAt(spot, at));
}

const isAt = (spot: Spot | undefined, at: string): boolean =>
  spot !== undefined && (spot.pointer === at || spot.pointer.startsWith(`${at}/`));
