/** A text from a document or contract without what would move a terminal's cursor or break a line. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, " ");
