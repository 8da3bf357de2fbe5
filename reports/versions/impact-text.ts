import type { FindLine } from "../../base/files/line-finder.ts";
import { groupBy } from "../../base/group-by.ts";
import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { counted } from "../../base/text/wording.ts";
import { operationsIn, placeOf } from "./diff-text.ts";
import type { BrokenRow, ImpactResults, UnusedDifference } from "./impact-results.ts";

/** The breaks for a terminal: whom they concern, and where. */
export function impactText(results: ImpactResults, paint: Paint, findLine: FindLine): string {
  const { broken, unused, unread } = results;
  const sections = [
    ...[...groupBy(broken, ({ causes }) => JSON.stringify(causes)).values()].map((rows) =>
      linesOf(rows, paint, findLine),
    ),
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
    return paint.red(`breaks ${counted(counts.broken_partners, "partner")} of ${counts.partners}`);
  return paint.green(unread.length > 0 ? "breaks no partner whose contract could be read" : "breaks no partner");
}

const countsOf = ({ counts, unused }: ImpactResults): string =>
  [
    `${counted(counts.interactions, "expectation")} in ${counted(counts.pacts, "contract")}`,
    `${counts.broken} broken`,
    `${counts.may_break} may break`,
    ...(counts.already_broken > 0 ? [`${counts.already_broken} did not hold before`] : []),
    `${counted(unused.filter(isKnown).length, "breaking difference")} on which no contract relies`,
  ].join(", ");

/** Lines of breaks with the same causes: the causes, and whom they break. */
function linesOf(rows: readonly [BrokenRow, ...BrokenRow[]], paint: Paint, findLine: FindLine): string[] {
  const alike = ({ partner, outcome, breaks }: BrokenRow): string => JSON.stringify([partner, outcome, breaks]);
  return [
    ...rows[0].causes.flatMap(({ rule, says, old, new: fresh = old }) => [
      paint.bold(says),
      `  ${paint.dim([...(fresh ? [placeOf(fresh, findLine)] : []), `[${rule}]`].join(" "))}`,
    ]),
    ...[...groupBy(rows, alike).values()].flatMap((same) => partnerLines(same, paint)),
  ];
}

/** The expectations of one partner that break in the same way. */
function partnerLines(rows: readonly [BrokenRow, ...BrokenRow[]], paint: Paint): string[] {
  const [first] = rows;
  const { partner, outcome } = first;
  const colour = outcome === "breaks" ? paint.red : paint.yellow;
  return [
    `  ${colour(outcome)} ${paint.bold(printable(partner))}`,
    ...breakTexts(first).map((text) => `    ${printable(text)}`),
    ...rows.map(({ operation, expectation }) => `    - ${printable(operation)}: ${printable(expectation)}`),
  ];
}

/** The breaks of a partner: each place, with the partner's own use of it. */
export const breakTexts = ({ partner, breaks }: BrokenRow): string[] =>
  breaks.map(
    ({ part, pointer, says }) => `${[part, pointer].filter(Boolean).join(" ")}: ${says.replace(/^it /, `${partner} `)}`,
  );

function unusedLines(difference: UnusedDifference, paint: Paint): string[] {
  const { rule, says, partners } = difference;
  return [
    `${paint.green(relianceOf(partners))}: ${says}`,
    `  ${paint.dim([operationsIn(difference), `[${rule}]`].filter(Boolean).join(" "))}`,
  ];
}

/** True if contracts can show who relies on a difference. */
const isKnown = ({ partners }: UnusedDifference): boolean => partners !== undefined;

/** How far partners rely on a difference, in words. */
export function relianceOf(partners: number | undefined): string {
  if (partners === undefined) return "contracts cannot show who uses this";
  if (partners === 0) return "no partner uses this";
  return `no partner uses this, though ${counted(partners, "partner")} ${partners === 1 ? "calls" : "call"} the operation`;
}
