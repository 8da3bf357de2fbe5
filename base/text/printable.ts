/**
 * Characters that would move a terminal's cursor, break a line, turn the order of characters round, or are not seen at all: controls, formats
 * (among them those of bidirectional text), separators of lines, private ones and halves of pairs.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Whitespace that is a blank to everybody. */
const blanks = /[\t\n\v\f\r]+/g;

/** Instructions to build servers, such as `##vso[task.complete result=Succeeded]`, wherever they stand in a line. */
const instructions = /##(?=\w*\[)/g;

/** A text from outside as it may be shown to people: on one line, and with an escape such as \\u202e for each character that is not printable. */
export const printable = (text: string): string =>
  text
    .replace(blanks, " ")
    .replace(instructions, String.raw`#\u0023`)
    .replace(unprintable, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
    });

/** The number of characters of a text from outside that are repeated in a sentence. */
const longest = 500;

/** A text from outside as a sentence repeats it: printable, and not longer than people read. */
export const quote = (text: string): string => printable(text.length > longest ? `${text.slice(0, longest)}…` : text);
