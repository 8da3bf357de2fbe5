/** A text from outside, without the control characters that would move a terminal's cursor or break a line. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, " ");
