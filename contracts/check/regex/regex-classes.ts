/** Classes of characters of POSIX, and of Java's `\p{…}`, as the inside of a JavaScript class. */
const namedClasses: Record<string, string> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\t\x20`,
  cntrl: String.raw`\x00-\x1f\x7f`,
  digit: "0-9",
  graph: String.raw`\x21-\x7e`,
  lower: "a-z",
  print: String.raw`\x20-\x7e`,
  punct: String.raw`\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e`,
  space: String.raw`\s`,
  upper: "A-Z",
  word: String.raw`\w`,
  xdigit: "0-9A-Fa-f",
};

/** The classes whose complement can stand inside another class. */
const complements: Record<string, string> = {
  digit: String.raw`\D`,
  space: String.raw`\S`,
  word: String.raw`\W`,
};

/** `\h` is a hexadecimal digit in Ruby and a blank in Java: whichever is meant must not be blamed. */
export const hexOrBlank = "0-9A-Fa-f\\t\\x20";

/** A class by its name, or its complement, as the inside of a JavaScript class; undefined where there is none. */
export const namedClass = (name: string, isNegated: boolean): string | undefined =>
  (isNegated ? complements : namedClasses)[name.toLowerCase()];

/** `\p{…}` as a class of its own: by name, or a Unicode property, which Java may write with `Is`. */
export function propertyClass(name: string, isNegated: boolean): string {
  const named = namedClass(name, false);
  if (named !== undefined) return `[${isNegated ? "^" : ""}${named}]`;
  return `\\${isNegated ? "P" : "p"}{${name.replace(/^Is/, "")}}`;
}
