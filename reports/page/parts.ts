import { isBroken } from "../../record/outcomes.ts";
import type { Outcome } from "../../record/results.ts";
import { type Markup, markup, type Piece, prose } from "../parts/markup.ts";

/** Outcomes as signs, for those who cannot distinguish colours. */
export const marks: Record<Outcome, string> = {
  pass: "✓",
  fail: "✕",
  warn: "!",
  untestable: "?",
  "not-applicable": "–",
};

/** A requirement or an interaction, as a line that opens. */
export interface ListLine {
  outcome: Outcome;
  attributes?: Markup;
  name: string;
  title: Piece;
  note: Piece;
  content: Piece;
  isOpen?: boolean;
}

/** A line of a list: outcome, name, title and a note; opened, it shows its content. */
export const listLine = ({ outcome, attributes, name, title, note, content, isOpen = false }: ListLine): Markup =>
  markup`<details class="r${isBroken({ outcome }) ? " f" : ""}"${attributes}${isOpen && markup` open`}><summary><b class="mark c-${outcome}" aria-hidden="true">${marks[outcome]}</b><code>${name}</code><span class="t">${title}</span><em>${note}</em></summary><div>${content}</div></details>
`;

/** A part of the page that folds: its heading with a note, and what lies below it. */
export const fold = (part: { heading: string; note: string; isOpen: boolean; content: Markup }): Markup =>
  markup`<details class="area"${part.isOpen && markup` open`}><summary><h3>${part.heading} <small>${part.note}</small></h3></summary>${part.content}</details>`;

/** The titles of requirements, by id. */
export type TitleOf = ReadonlyMap<string, string>;

/** A requirement by id and title, and a link to it: no one knows ids by heart. */
export const namedLink = (id: string, titles: TitleOf): Markup =>
  markup`<a href="#${id}">${id}</a> ${prose(titles.get(id) ?? "")}`;

/** So many rows of a table are shown; the others fold. */
const shownRows = 12;

/** A table that can be scrolled, and whose rows fold beyond the first dozen. */
export function longTable(
  name: string,
  columns: readonly string[],
  rows: readonly Markup[],
  className?: string,
): Markup {
  const [first, rest] = [rows.slice(0, shownRows), rows.slice(shownRows)];
  return markup`${scrollTable(name, columns, first, className)}${
    rest.length > 0 &&
    markup`<details class="rest"><summary>${rest.length} more</summary>${scrollTable(`${name}, the rest`, columns, rest, className)}</details>`
  }`;
}

/** A table that can be scrolled. */
export const scrollTable = (
  name: string,
  columns: readonly string[],
  rows: readonly Markup[],
  className?: string,
): Markup => region("scroll", name, table(columns, rows, className));

/** A command to copy. */
export const curlBox = (line: string): Markup => markup`<div class="curl"><pre>${line}</pre></div>`;

/** A table; a column without a name holds no text. */
export const table = (columns: readonly string[], rows: readonly Markup[], className?: string): Markup =>
  markup`<table${className && markup` class="${className}"`}><thead><tr>${columns.map(columnHead)}</tr></thead><tbody>${rows}</tbody></table>`;

const columnHead = (name: string): Markup => (name ? markup`<th scope="col">${name}</th>` : markup`<td></td>`);

/** A row of a table, whose first cell says what the row is about. */
export const tableRow = (head: Piece, ...cells: Piece[]): Markup =>
  markup`<tr><th scope="row">${head}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`;

/** Lets what is wider than the page scroll. */
export const scrolling = (content: Markup): Markup => markup`<div class="scroll">${content}</div>`;

/** A drawing or a long table that can be scrolled by keyboard, and is announced by its name. */
export const region = (className: string, name: string, content: Piece): Markup =>
  markup`<div class="${className}" tabindex="0" role="region" aria-label="${name}">${content}</div>`;
