import type { FindLine } from "../../base/files/line-finder.ts";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { counted } from "../../base/text/wording.ts";
import type { FilePointer } from "../../regression/diff/differences/difference.ts";
import type { DifferenceLevel } from "../../regression/diff/differences/rules.ts";
import type { IgnoreEntry } from "../../regression/diff/ignores.ts";
import type { DiffResults, ListedDifference } from "./diff-results.ts";

const colours = {
  breaking: "red",
  warning: "yellow",
  compatible: "green",
} as const satisfies Record<DifferenceLevel, keyof Paint>;

/** The differences for a terminal. */
export function diffText(results: DiffResults, paint: Paint, findLine: FindLine): string {
  const { findings, ignored, stale } = results;
  const lines = [
    ...findings.flatMap((difference) => linesOf(difference, paint, findLine)),
    ...ignored.map(({ rule, says, reason, expires }) =>
      paint.dim(`ignored     ${says} [${rule}] until ${expires}: ${reason}`),
    ),
    ...stale.map(
      (entry) => `${paint.yellow("stale")}       the ignored ${entryName(entry)} does nothing: ${entry.why}`,
    ),
    ...(findings.length + ignored.length + stale.length > 0 ? [""] : []),
    diffVerdict(results, paint),
  ];
  return lines.join("\n");
}

/** The verdict and the counts alone. */
export const diffVerdict = (results: DiffResults, paint: Paint): string =>
  [
    `${results.old} -> ${results.new}: ${results.verdict === "breaking" ? paint.red("breaking") : paint.green("nothing breaking")}`,
    tally(results),
    "",
  ].join("\n");

const margin = " ".repeat(12);

function linesOf(difference: ListedDifference, paint: Paint, findLine: FindLine): string[] {
  const { level, says, rule, fingerprint, old, new: fresh } = difference;
  const place = fresh ? placeOf(fresh, findLine) : "";
  // The same place, or the one around something new, says nothing more.
  const isKnown = !old || `${fresh?.pointer}/`.startsWith(`${old.pointer}/`);
  const before = isKnown ? "" : `before: ${placeOf(old, findLine)}`;
  return [
    `${paint[colours[level]](level)}${margin.slice(level.length)}${says}`,
    `${margin}${paint.dim([place, operationsIn(difference), `[${rule}]`, fingerprint].filter(Boolean).join(" "))}`,
    ...(before ? [`${margin}${paint.dim(before)}`] : []),
  ];
}

/** A place as editors and terminals open it; by its pointer where the line is not known. */
export function placeOf({ file, pointer }: FilePointer, findLine: FindLine): string {
  const line = findLine(file, pointer);
  return printable(line === undefined ? `${file}#${pointer}` : `${file}:${line}`);
}

/** An entry of an ignore file in a few words. */
export const entryName = ({ rule, fingerprint, operation, at }: IgnoreEntry): string =>
  [rule, fingerprint, operation, at].filter(Boolean).join(" ");

/** The most operations that a line names; more of them are in the JSON. */
const maxOperations = 3;

/** The first operations that a difference touches. */
export function operationsIn({
  operations,
  more_operations: more = 0,
}: Pick<ListedDifference, "operations" | "more_operations">): string {
  const left = operations.length + more - maxOperations;
  const names = printable(operations.slice(0, maxOperations).join(", "));
  return left > 0 ? `${names} and ${left} more` : names;
}

/** The number of there that are of each level, and where the approvals stand. */
export function tally({ counts, ignore_file: file }: DiffResults): string {
  const { breaking, warning, compatible, ignored } = counts;
  return [
    `${breaking} breaking`,
    counted(warning, "warning"),
    `${compatible} compatible`,
    ...(file === undefined ? [] : [`${ignored} ignored by ${printable(file)}`]),
  ].join(", ");
}
