import { counted } from "../../base/text/wording.ts";
import { folded, plain, table } from "../markdown-text.ts";
import { operationsIn } from "./diff-text.ts";
import type { BrokenRow, ImpactResults, UnusedDifference } from "./impact-results.ts";
import { breakTexts, relianceOf } from "./impact-text.ts";

/** The most rows that a table has; GitHub refuses comments beyond 65,536 characters, and no one reads them. */
const maxRows = 100;

/** Whom a new version breaks, for a pull request. */
export function impactMarkdown(results: ImpactResults): string {
  const { verdict, counts } = results;
  const title =
    verdict === "breaking"
      ? `This change breaks ${counted(counts.broken_partners, "partner")} of ${counts.partners}`
      : "This change breaks no partner";
  return [`## ${title}`, "", ...impactSections(results)].join("\n").replaceAll(/\n{3,}/g, "\n\n");
}

/** The breaks and the partners that they concern, below a heading that someone else writes. */
function impactSections({ counts, broken, unused, unread }: ImpactResults): string[] {
  return [
    [
      `${counted(counts.interactions, "expectation")} in ${counted(counts.pacts, "contract")}`,
      `${counts.broken} broken`,
      `${counts.may_break} may break`,
      ...(counts.already_broken > 0 ? [`${counts.already_broken} did not hold before`] : []),
    ].join(", "),
    "",
    ...brokenSection("Broken: these partners have to change something", broken, "breaks"),
    ...brokenSection("May break: look at these before shipping", broken, "may break"),
    ...unusedSection(unused),
    ...(unread.length > 0
      ? folded(
          `Not read (${unread.length})`,
          unread.slice(0, maxRows).map((line) => `- ${plain(line)}`),
        )
      : []),
  ];
}

function brokenSection(heading: string, rows: readonly BrokenRow[], outcome: BrokenRow["outcome"]): string[] {
  const own = rows.filter((row) => row.outcome === outcome);
  if (own.length === 0) return [];
  const cells = own.map((row) => [
    plain(row.partner),
    plain(row.expectation),
    plain(row.operation),
    breakTexts(row).map(plain).join("<br>"),
    row.causes.map(({ rule }) => `\`${rule}\``).join(" "),
  ]);
  return [`### ${heading}`, "", ...cut(["partner", "expectation", "operation", "what breaks", "rules"], cells), ""];
}

function unusedSection(unused: readonly UnusedDifference[]): string[] {
  if (unused.length === 0) return [];
  const cells = unused.map((difference) => [
    plain(difference.says),
    plain(operationsIn(difference)),
    relianceOf(difference.partners),
  ]);
  return folded(`Breaks no expectation (${unused.length})`, cut(["change", "operations", "who uses it"], cells));
}

function cut(head: string[], rows: string[][]): string[] {
  const more = rows.length - maxRows;
  return [
    ...table(head, rows.slice(0, maxRows)),
    ...(more > 0 ? ["", `and ${more} more; \`assay impact\` lists them all.`] : []),
  ];
}
