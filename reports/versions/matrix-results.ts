import type { Paint } from "../../base/paint.ts";
import { printable } from "../../base/text/printable.ts";
import { counted } from "../../base/text/wording.ts";
import { plain, table } from "../markdown-text.ts";

/** The outcome of one version for one partner. */
export interface PartnerCell {
  interactions: number;
  /** The number that do not hold, and how many may not. */
  fail: number;
  warn: number;
}

/** The output of `assay matrix --json`; docs/schemas/matrix.schema.json describes it. */
export interface MatrixResults {
  format: "assay-matrix/1";
  versions: string[];
  /** A row for each partner, with a cell for each version. */
  partners: { partner: string; cells: PartnerCell[] }[];
  /** Files that could not be read, each with the reason. */
  unread: string[];
}

export const matrixResults = (
  versions: string[],
  partners: ReadonlyMap<string, PartnerCell[]>,
  unread: string[],
): MatrixResults => ({
  format: "assay-matrix/1",
  versions,
  partners: [...partners.keys()].toSorted().map((partner) => ({ partner, cells: partners.get(partner) ?? [] })),
  unread,
});

/** True if every contract holds under the last version. */
export const isLastHeld = ({ partners }: MatrixResults): boolean => partners.every(({ cells }) => isHeld(cells));

const isHeld = (cells: readonly PartnerCell[]): boolean => (cells.at(-1)?.fail ?? 0) === 0;

/** A cell in words. */
function wordsFor({ interactions, fail, warn }: PartnerCell): string {
  if (fail > 0) return `fails ${fail} of ${interactions}`;
  return warn > 0 ? `holds, ${warn} with warnings` : "holds";
}

/** Partners and versions for a terminal. */
export function matrixText(results: MatrixResults, paint: Paint): string {
  const { versions, partners, unread } = results;
  const head = ["", ...versions.map(printable)];
  const rows = partners.map(({ partner, cells }) => [printable(partner), ...cells.map(wordsFor)]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)) + 2);
  const colour = (text: string, column: number): string => {
    if (column === 0) return text;
    return text.startsWith("fails") ? paint.red(text) : paint.green(text);
  };
  const lineOf = (row: readonly string[], isHead: boolean): string =>
    row
      .map((text, column) => {
        const space = " ".repeat((widths[column] ?? 0) - text.length);
        return `${isHead ? text : colour(text, column)}${space}`;
      })
      .join("")
      .trimEnd();
  return [
    lineOf(head, true),
    ...rows.map((row) => lineOf(row, false)),
    ...unread.map((line) => `${paint.yellow("not read")}  ${printable(line)}`),
    "",
    summaryOf(results),
    "",
  ].join("\n");
}

/** For how many partners the last version, which decides, holds. */
function summaryOf({ versions, partners, unread }: MatrixResults): string {
  const held = partners.filter(({ cells }) => isHeld(cells));
  return [
    `${printable(versions.at(-1) ?? "")}: the contracts of ${held.length} of ${counted(partners.length, "partner")} hold`,
    ...(unread.length > 0 ? [`${unread.length} not read`] : []),
  ].join(", ");
}

/** The same for a pull request. */
export function matrixMarkdown(results: MatrixResults): string {
  const { versions, partners, unread } = results;
  return [
    ...table(
      ["partner", ...versions.map(plain)],
      partners.map(({ partner, cells }) => [plain(partner), ...cells.map(wordsFor)]),
    ),
    ...(unread.length > 0 ? ["", ...unread.map((line) => `- not read: ${plain(line)}`)] : []),
    "",
    plain(summaryOf(results)),
    "",
  ].join("\n");
}
