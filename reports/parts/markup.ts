const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Characters that no version of XML can hold, however they are written: control characters, and halves of a pair. */
const forbidden = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;

/** Text inside HTML or XML, between tags and in attributes. */
export const escape = (text: string): string =>
  text.replace(forbidden, "\uFFFD").replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** A piece of markup that is written already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = Markup | string | number | false | null | undefined | readonly Piece[];

/** Markup from a template: texts are escaped, pieces of markup stand as they are, and lists are joined. */
export function markup(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(pieces[index - 1]) + string));
}

/** A sentence of the ledger: what stands between backticks is code. */
export const prose = (text: string): Markup =>
  markup`${text.split("`").map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))}`;

function render(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (piece === undefined || piece === null || piece === false) return "";
  return typeof piece === "object" ? piece.map(render).join("") : escape(String(piece));
}
