import type { Paint } from "../base/paint.ts";
import { printable } from "../base/printable.ts";
import type { FilePointer } from "../regression/diff/differences/difference.ts";
import type { DifferenceLevel } from "../regression/diff/differences/rules.ts";
import type { IgnoreEntry } from "../regression/diff/ignores.ts";
import type { DiffResults, ListedDifference } from "./diff-results.ts";

const colours = {
  breaking: "red",
  warning: "yellow",
  compatible: "green",
} as const satisfies Record<DifferenceLevel, keyof Paint>;

/** The differences for a terminal. */
export function diffText(
  { verdict, old, new: fresh, counts, findings, ignored, stale }: DiffResults,
  paint: Paint,
): string {
  const lines = [
    ...findings.flatMap((difference) => linesOf(difference, paint)),
    ...ignored.map(({ rule, says, reason, expires }) =>
      paint.dim(`ignored     ${says} [${rule}] until ${expires}: ${reason}`),
    ),
    ...stale.map(
      (entry) => `${paint.yellow("stale")}       the ignored ${entryName(entry)} does nothing: ${entry.why}`,
    ),
    ...(findings.length + ignored.length + stale.length > 0 ? [""] : []),
    `${old} -> ${fresh}: ${verdict === "breaking" ? paint.red("breaking") : paint.green("nothing breaking")}`,
    tally(counts),
    "",
  ];
  return lines.join("\n");
}

const margin = " ".repeat(12);

function linesOf(difference: ListedDifference, paint: Paint): string[] {
  const { level, says, rule, fingerprint, old, new: fresh } = difference;
  return [
    `${paint[colours[level]](level)}${margin.slice(level.length)}${says}`,
    `${margin}${paint.dim([operationsIn(difference), `[${rule}]`, fingerprint].filter(Boolean).join(" "))}`,
    ...(old ? [`${margin}${paint.dim(`old ${placeOf(old)}`)}`] : []),
    ...(fresh ? [`${margin}${paint.dim(`new ${placeOf(fresh)}`)}`] : []),
  ];
}

const placeOf = ({ file, pointer }: FilePointer): string => printable(`${file}#${pointer}`);

/** An entry of an ignore file in a few words. */
export const entryName = ({ rule, fingerprint, operation, at }: IgnoreEntry): string =>
  [rule, fingerprint, operation, at].filter(Boolean).join(" ");

/** The most operations that a line names; more of them are in the JSON. */
const mostOperations = 3;

/** The first operations that a difference touches. */
export function operationsIn({
  operations,
  more_operations: more = 0,
}: Pick<ListedDifference, "operations" | "more_operations">): string {
  const left = operations.length + more - mostOperations;
  const names = printable(operations.slice(0, mostOperations).join(", "));
  return left > 0 ? `${names} and ${left} more` : names;
}

/** How many there are of each level. */
export const tally = ({ breaking, warning, compatible, ignored }: DiffResults["counts"]): string =>
  [
    `${breaking} breaking`,
    `${warning} warning${warning === 1 ? "" : "s"}`,
    `${compatible} compatible`,
    ...(ignored > 0 ? [`${ignored} ignored`] : []),
  ].join(", ");
