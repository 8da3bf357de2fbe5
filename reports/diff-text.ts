import colors from "picocolors";
import { printable } from "../base/printable.ts";
import type { Finding, Spot } from "../regression/diff/findings.ts";
import type { Level } from "../regression/diff/rules.ts";
import type { DiffResults, Told } from "./diff-results.ts";

const paints: Record<Level, (text: string) => string> = {
  breaking: colors.red,
  warning: colors.yellow,
  compatible: colors.green,
};

/** The differences for a terminal. */
export function diffText({ verdict, old, new: fresh, counts, findings, ignored, stale }: DiffResults): string {
  const lines = [
    ...findings.flatMap(entry),
    ...ignored.map(({ rule, says, reason, expires }) =>
      colors.dim(`ignored     ${says} [${rule}] until ${expires}: ${reason}`),
    ),
    ...stale.map(
      ({ rule, operation, at, why }) =>
        `${colors.yellow("stale")}       the ignored ${[rule, operation, at].filter(Boolean).join(" ")} does nothing: ${why}`,
    ),
    ...(findings.length + ignored.length + stale.length > 0 ? [""] : []),
    `${old} -> ${fresh}: ${verdict === "breaking" ? colors.red("breaking") : colors.green("nothing breaking")}`,
    tally(counts),
    "",
  ];
  return lines.join("\n");
}

const margin = " ".repeat(12);

function entry(finding: Told<Finding>): string[] {
  const { level, says, rule, old, new: fresh } = finding;
  return [
    `${paints[level](level)}${margin.slice(level.length)}${says}`,
    `${margin}${colors.dim([operationsIn(finding), `[${rule}]`].filter(Boolean).join(" "))}`,
    ...(old ? [`${margin}${colors.dim(`old ${spot(old)}`)}`] : []),
    ...(fresh ? [`${margin}${colors.dim(`new ${spot(fresh)}`)}`] : []),
  ];
}

const spot = ({ file, pointer }: Spot): string => printable(`${file}#${pointer}`);

/** The first operations that a difference touches; more of them are in the JSON. */
export function operationsIn({ operations, more_operations: more = 0 }: Told<Finding>, most = 3): string {
  const left = operations.length + more - most;
  const names = printable(operations.slice(0, most).join(", "));
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
