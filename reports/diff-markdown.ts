import type { Finding } from "../regression/diff/findings.ts";
import { type Level, levels } from "../regression/diff/rules.ts";
import type { DiffResults, Told } from "./diff-results.ts";
import { operationsIn, tally } from "./diff-text.ts";
import { folded, plain, table } from "./markdown-text.ts";

const headings: Record<Level, string> = {
  breaking: "Breaking: partners have to change something",
  warning: "Warnings: look at these before shipping",
  compatible: "Compatible",
};

/** Rows of a table; GitHub refuses comments beyond 65,536 characters, and nobody reads them. */
const most = 100;

/** The differences for a pull request. */
export function diffMarkdown({ verdict, counts, findings, ignored, stale }: DiffResults): string {
  const title = verdict === "breaking" ? "This change breaks the API" : "This change breaks nothing";
  const sections = levels.flatMap((level) => {
    const own = findings.filter((finding) => finding.level === level);
    if (own.length === 0) return [];
    const changes = tableOf(["change", "operations", "rule"], own.map(row));
    return level === "compatible"
      ? folded(`${headings[level]} (${own.length})`, changes)
      : [`### ${headings[level]}`, "", ...changes, ""];
  });
  return [
    `## ${title}`,
    "",
    tally(counts),
    "",
    ...sections,
    ...(ignored.length > 0
      ? folded(
          `Ignored (${ignored.length})`,
          tableOf(
            ["change", "until", "reason"],
            ignored.map(({ says, expires, reason }) => [plain(says), expires, plain(reason)]),
          ),
        )
      : []),
    ...stale.map(({ rule, operation, at, why }) => {
      const entry = [rule, operation, at].filter(Boolean).join(" ");
      return `- The ignored ${plain(entry)} does nothing: ${plain(why)}.`;
    }),
    "",
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\n+$/, "\n");
}

const row = (finding: Told<Finding>): string[] => [
  plain(finding.says),
  plain(operationsIn(finding)),
  `\`${finding.rule}\``,
];

function tableOf(head: string[], rows: string[][]): string[] {
  const more = rows.length - most;
  return [
    ...table(head, rows.slice(0, most)),
    ...(more > 0 ? ["", `and ${more} more; \`assay diff\` lists them all.`] : []),
  ];
}
