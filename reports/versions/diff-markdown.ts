import { type DifferenceLevel, differenceLevels } from "../../regression/diff/differences/rules.ts";
import { folded, plain, table } from "../markdown-text.ts";
import type { DiffResults, ListedDifference } from "./diff-results.ts";
import { entryName, operationsIn, tally } from "./diff-text.ts";

const headings: Record<DifferenceLevel, string> = {
  breaking: "Breaking: partners have to change something",
  warning: "Warnings: look at these before shipping",
  compatible: "Compatible",
};

/** The most rows that a table has; GitHub refuses comments beyond 65,536 characters, and no one reads them. */
const maxRows = 100;

/** The differences for a pull request. */
export function diffMarkdown(results: DiffResults): string {
  const { verdict, findings, ignored, stale } = results;
  const title = verdict === "breaking" ? "This change breaks the API" : "This change breaks nothing";
  return [
    `## ${title}`,
    "",
    plain(tally(results)),
    "",
    ...differenceLevels.flatMap((level) => sectionOf(level, findings)),
    ...ignoredSection(ignored),
    ...stale.map((entry) => `- The ignored ${plain(entryName(entry))} does nothing: ${plain(entry.why)}.`),
    "",
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\n+$/, "\n");
}

function sectionOf(level: DifferenceLevel, findings: readonly ListedDifference[]): string[] {
  const own = findings.filter((difference) => difference.level === level);
  if (own.length === 0) return [];
  const rows = own.map((difference) => [
    plain(difference.says),
    plain(operationsIn(difference)),
    `\`${difference.rule}\``,
    `\`${difference.fingerprint}\``,
  ]);
  const changes = tableOf(["change", "operations", "rule", "fingerprint"], rows);
  return level === "compatible"
    ? folded(`${headings[level]} (${own.length})`, changes)
    : [`### ${headings[level]}`, "", ...changes, ""];
}

function ignoredSection(ignored: DiffResults["ignored"]): string[] {
  if (ignored.length === 0) return [];
  const rows = ignored.map(({ says, expires, reason }) => [plain(says), expires, plain(reason)]);
  return folded(`Ignored (${ignored.length})`, tableOf(["change", "until", "reason"], rows));
}

function tableOf(head: string[], rows: string[][]): string[] {
  const more = rows.length - maxRows;
  return [
    ...table(head, rows.slice(0, maxRows)),
    ...(more > 0 ? ["", `and ${more} more; \`assay diff\` lists them all.`] : []),
  ];
}
