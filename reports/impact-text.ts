import type { Paint } from "../base/paint.ts";
import { printable } from "../base/printable.ts";
import { operationsIn } from "./diff-text.ts";
import type { BrokenRow, ImpactResults, UnusedDifference } from "./impact-results.ts";

/** Whom a new version breaks, and where, for a terminal. */
export function impactText(results: ImpactResults, paint: Paint): string {
  const { broken, unused, unread } = results;
  const width = Math.max(0, ...broken.map(({ partner }) => partner.length)) + 2;
  const sections = [
    broken.flatMap((row, index) => {
      const partner = broken[index - 1]?.partner === row.partner ? "" : row.partner;
      return linesOf(row, printable(partner).padEnd(width), paint);
    }),
    unused.flatMap((difference) => unusedLines(difference, paint)),
    unread.map((line) => `${paint.yellow("not read")}  ${printable(line)}`),
  ];
  const lines = [
    ...sections.flatMap((section) => (section.length > 0 ? [...section, ""] : [])),
    `${results.old} -> ${results.new}: ${verdictOf(results, paint)}`,
    countsOf(results),
    "",
  ];
  return lines.join("\n");
}

function verdictOf({ verdict, counts, unread }: ImpactResults, paint: Paint): string {
  if (verdict === "breaking")
    return paint.red(`breaks ${some(counts.broken_partners, "partner")} of ${counts.partners}`);
  return paint.green(unread.length > 0 ? "breaks no partner whose contract could be read" : "breaks no partner");
}

const countsOf = ({ counts, unused }: ImpactResults): string =>
  [
    `${some(counts.interactions, "expectation")} in ${some(counts.pacts, "contract")}`,
    `${counts.broken} broken`,
    `${counts.may_break} may break`,
    ...(counts.already_broken > 0 ? [`${counts.already_broken} did not hold before`] : []),
    `${some(unused.filter(isKnown).length, "breaking difference")} on which nobody relies`,
  ].join(", ");

function linesOf(row: BrokenRow, partner: string, paint: Paint): string[] {
  const { expectation, operation, outcome, breaks, causes } = row;
  const margin = " ".repeat(partner.length);
  return [
    `${paint.bold(partner)}${paint[outcome === "breaks" ? "red" : "yellow"](outcome)}: ${printable(expectation)}`,
    `${margin}${paint.dim(printable(operation))}`,
    ...breaks.map(
      ({ part, pointer, says }) => `${margin}${printable(`${[part, pointer].filter(Boolean).join(" ")}: ${says}`)}`,
    ),
    ...causes.map(({ rule, says }) => `${margin}${paint.dim(`[${rule}] ${says}`)}`),
  ];
}

function unusedLines(difference: UnusedDifference, paint: Paint): string[] {
  const { rule, says, partners } = difference;
  return [
    `${paint.green(relianceOf(partners))}: ${says}`,
    `  ${paint.dim([operationsIn(difference), `[${rule}]`].filter(Boolean).join(" "))}`,
  ];
}

/** Whether contracts can tell who relies on a difference. */
const isKnown = ({ partners }: UnusedDifference): boolean => partners !== undefined;

/** How far partners rely on a difference, in words. */
export function relianceOf(partners: number | undefined): string {
  if (partners === undefined) return "contracts cannot tell who uses this";
  if (partners === 0) return "no partner uses this";
  return `no partner uses this, though ${some(partners, "partner")} ${partners === 1 ? "calls" : "call"} the operation`;
}

const some = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
