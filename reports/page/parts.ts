import { isBroken } from "../../record/outcomes.ts";
import type { Outcome } from "../../record/results.ts";
import { type Markup, markup, type Piece } from "../parts/markup.ts";

/** Outcomes as signs, for those who cannot tell colours apart. */
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
}

/** A line of a list: outcome, name, title and a note; opened, it shows its content. */
export const listLine = ({ outcome, attributes, name, title, note, content }: ListLine): Markup =>
  markup`<details class="r${isBroken({ outcome }) ? " f" : ""}"${attributes}><summary><b class="mark c-${outcome}" aria-hidden="true">${marks[outcome]}</b><code>${name}</code><span class="t">${title}</span><em>${note}</em></summary><div>${content}</div></details>
`;

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
