/** A text as it reads once its escapes are taken away, and where its characters stood. */
export interface UnescapedText {
  text: string;
  /** The place in the escaped text at which the letter with a number begins; the number after the last letter gives the end. */
  placeOf(character: number): number;
}

/** The first characters of escapes. */
const beginnings = ["%", "\\", "&"];

/** An escape of a URL (of one letter, whose UTF-8 may have four bytes), of JSON and JavaScript, of a shell's quotes, of HTML. */
const escapes =
  /%[0-7][\da-f]|%[cd][\da-f]%[\da-f]{2}|%e[\da-f](?:%[\da-f]{2}){2}|%f[0-7](?:%[\da-f]{2}){3}|\\u[\da-f]{4}|\\x[\da-f]{2}|'\\''|\\[^\dA-Za-z]|\\[nrtbf]|&#(?:\d{1,7}|x[\da-f]{1,6});|&(?:amp|lt|gt|quot|apos);/gi;

/** Meanings of escapes of one letter, where that is not the letter itself. */
const named: Readonly<Record<string, string>> = {
  "\\n": "\n",
  "\\r": "\r",
  "\\t": "\t",
  "\\b": "\b",
  "\\f": "\f",
  "'\\''": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

/** A text without its escapes, where it has any; of escapes within escapes, the outer ones are taken away. */
export function unescape(text: string): UnescapedText | undefined {
  if (!beginnings.some((beginning) => text.includes(beginning))) return undefined;
  const [pieces, parts] = [[{ at: 0, from: 0 }], [] as string[]];
  let [at, from] = [0, 0];
  for (const { 0: escape, index } of text.matchAll(escapes)) {
    const character = characterOf(escape);
    parts.push(text.slice(from, index), character);
    at += index - from;
    from = index + escape.length;
    pieces.push({ at, from: index }, { at: at + character.length, from });
    at += character.length;
  }
  if (parts.length === 0) return undefined;
  parts.push(text.slice(from));
  return {
    text: parts.join(""),
    placeOf(character) {
      const piece = pieces[lastAt(pieces, character)] ?? { at: 0, from: 0 };
      return piece.from + character - piece.at;
    },
  };
}

function characterOf(escape: string): string {
  const low = escape.toLowerCase();
  if (low in named) return named[low] ?? "";
  if (low.startsWith("%")) return Buffer.from(low.replaceAll("%", ""), "hex").toString("utf8");
  const [code] = /(?<=\\[ux]|&#x)[\da-f]+/.exec(low) ?? [];
  if (code) return characterOfCode(Number.parseInt(code, 16));
  return low.startsWith("&") ? characterOfCode(Number(low.slice(2, -1))) : escape.slice(1);
}

const characterOfCode = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : "");

/** The number of the last piece that begins at a letter or before it. */
function lastAt(pieces: readonly { at: number }[], character: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.at ?? 0) <= character) low = middle;
    else high = middle - 1;
  }
  return low;
}
