import colors from "picocolors";
import { printable } from "../base/printable.ts";
import { operationsIn } from "./diff-text.ts";
import type { BrokenRow, ImpactResults, UnusedChange } from "./impact-results.ts";

/** For whom a new version breaks what, for a terminal. */
export function impactText({ verdict, old, new: fresh, counts, broken, unused, unread }: ImpactResults): string {
  const wide = Math.max(0, ...broken.map(({ partner }) => partner.length)) + 2;
  const lines = [
    ...broken.flatMap((row, index) => entry(row, broken[index - 1]?.partner === row.partner ? "" : row.partner, wide)),
    ...(broken.length > 0 ? [""] : []),
    ...unused.flatMap(unusedEntry),
    ...(unused.length > 0 ? [""] : []),
    ...unread.map((line) => `${colors.yellow("not read")}  ${printable(line)}`),
    ...(unread.length > 0 ? [""] : []),
    `${old} -> ${fresh}: ${verdict === "breaking" ? colors.red(`breaks ${some(counts.broken_partners, "partner")} of ${counts.partners}`) : colors.green(`breaks no partner${unread.length > 0 ? " whose contract could be read" : ""}`)}`,
    [
      `${some(counts.interactions, "expectation")} in ${some(counts.pacts, "contract")}`,
      `${counts.broken} broken`,
      `${counts.may_break} may break`,
      ...(counts.already_broken > 0 ? [`${counts.already_broken} did not hold before`] : []),
      `${some(unused.filter(isTold).length, "breaking change")} on which nobody relies`,
    ].join(", "),
    "",
  ];
  return lines.join("\n");
}

function entry(
  { expectation, operation, outcome, breaks, causes }: BrokenRow,
  partner: string,
  wide: number,
): string[] {
  const margin = " ".repeat(wide);
  const paint = outcome === "breaks" ? colors.red : colors.yellow;
  return [
    `${colors.bold(printable(partner).padEnd(wide))}${paint(outcome)}: ${printable(expectation)}`,
    `${margin}${colors.dim(printable(operation))}`,
    ...breaks.map(
      ({ part, pointer, says }) => `${margin}${printable(`${[part, pointer].filter(Boolean).join(" ")}: ${says}`)}`,
    ),
    ...causes.map(({ rule, says }) => `${margin}${colors.dim(`[${rule}] ${says}`)}`),
  ];
}

function unusedEntry(change: UnusedChange): string[] {
  const { rule, says, partners } = change;
  return [
    `${colors.green(reliance(partners))}: ${says}`,
    `  ${colors.dim([operationsIn(change), `[${rule}]`].filter(Boolean).join(" "))}`,
  ];
}

/** Whether contracts can tell who relies on a change. */
const isTold = ({ partners }: UnusedChange): boolean => partners !== undefined;

function reliance(partners: number | undefined): string {
  if (partners === undefined) return "contracts cannot tell who uses this";
  return partners === 0
    ? "no partner uses this"
    : `no partner uses this, though ${some(partners, "partner")} ${partners === 1 ? "calls" : "call"} the operation`;
}

const some = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
