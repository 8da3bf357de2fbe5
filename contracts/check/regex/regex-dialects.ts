import { bracketAt } from "./regex-brackets.ts";
import { escapeAt } from "./regex-escapes.ts";

/** A regular expression as JavaScript writes it. */
export interface TranslatedRegex {
  pattern: string;
  flags: string;
  /** True if no dialect could read it, since something is not closed, or nothing is there to repeat. */
  isBroken: boolean;
}

/** A construct that JavaScript has no equivalent of. */
class Untranslatable extends Error {}

interface RegexReading {
  source: string;
  at: number;
  /** The pattern so far, an atom a piece. */
  pieces: string[];
  /** The groups that are open: their first piece, and whether they are atomic. */
  open: { first: number; isAtomic: boolean }[];
  /** The piece that a quantifier would repeat. */
  atom: number | undefined;
  atomics: number;
  isCaseless: boolean;
  isSpaced: boolean;
  isBroken: boolean;
}

/** Translates the spellings of other dialects; undefined where JavaScript has no equivalent. */
export function translateRegex(source: string): TranslatedRegex | undefined {
  const leading = /^\(\?([imsux]+)\)/.exec(source)?.[1] ?? "";
  const reading: RegexReading = {
    source,
    at: leading ? leading.length + 3 : 0,
    pieces: [],
    open: [],
    atom: undefined,
    atomics: 0,
    isCaseless: leading.includes("i"),
    isSpaced: leading.includes("x"),
    isBroken: false,
  };
  try {
    while (reading.at < source.length) readNext(reading);
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
  const pattern = reading.pieces.join("");
  // A group that stands for an atomic one would shift the numbers of the others.
  if (reading.atomics > 0 && /(?:^|[^\\])(?:\\\\)*\\[1-9]/.test(pattern)) return undefined;
  const isUnicode = /\\p\{/i.test(pattern);
  const flags = `${leading.replaceAll(/[iux]/g, "")}${reading.isCaseless ? "i" : ""}${isUnicode ? "u" : ""}`;
  return { pattern, flags, isBroken: reading.isBroken || reading.open.length > 0 };
}

function addAtom(reading: RegexReading, text: string): void {
  reading.atom = reading.pieces.push(text) - 1;
}

/** Writes what can be taken back by nothing that follows: what a lookahead found is not tried again. */
function addAtomic(reading: RegexReading, first: number, text: string): void {
  const name = `atomic${++reading.atomics}`;
  reading.pieces.length = first;
  addAtom(reading, `(?:(?=(?<${name}>${text}))\\k<${name}>)`);
}

/** Pieces of a pattern, and how each is read; the first row that fits holds. */
const rows: [pattern: RegExp, read: (reading: RegexReading, found: RegExpExecArray) => void][] = [
  [/\\Q(.*?)(?:\\E|$)/sy, readQuoted],
  [/\\E|\(\?#[^)]*\)/y, () => {}],
  [/\\/y, readEscape],
  [/\(\?P=(\w+)\)/y, (reading, [, name = ""]) => addAtom(reading, `\\k<${name}>`)],
  [/\(\?i\)/y, readCaseless],
  [/\(\?>/y, (reading) => openGroup(reading, "", true)],
  [/\(\?(?:P?<(\w+)>|'(\w+)')/y, (reading, [, name, quoted]) => openGroup(reading, `(?<${name ?? quoted}>`)],
  [/\(\?(?:[:=!]|<[=!])/y, (reading, [text]) => openGroup(reading, text)],
  [/\(\?([imsu]+):/y, readFlaggedGroup],
  [/\(\?/y, refuse],
  [/\(/y, (reading) => openGroup(reading, "(")],
  [/\)/y, closeGroup],
  [/\[/y, readClass],
  [/([*+?]|\{(?:\d+(?:,\d*)?|,\d+)\})([+?]?)/y, readQuantifier],
  [/\|/y, readAlternative],
  [/[{}\]]/y, (reading, [char]) => addAtom(reading, `\\${char}`)],
  [/./suy, readCharacter],
];

function readNext(reading: RegexReading): void {
  for (const [pattern, read] of rows) {
    pattern.lastIndex = reading.at;
    const found = pattern.exec(reading.source);
    if (!found) continue;
    reading.at = pattern.lastIndex;
    read(reading, found);
    return;
  }
}

function readQuoted(reading: RegexReading, [, text = ""]: RegExpExecArray): void {
  for (const char of text) addAtom(reading, char.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&"));
}

function readEscape(reading: RegexReading): void {
  const escape = escapeAt(reading.source, reading.at - 1, false);
  if (escape?.text === null) return refuse();
  reading.isBroken ||= escape === undefined;
  addAtom(reading, escape?.text ?? "\\");
  reading.at = escape?.end ?? reading.at;
}

/** Letter case is then ignored everywhere, which accepts more than it should where only a part is meant. */
function readCaseless(reading: RegexReading): void {
  reading.isCaseless = true;
}

function readFlaggedGroup(reading: RegexReading, [, flags = ""]: RegExpExecArray): void {
  if (flags.includes("i")) readCaseless(reading);
  openGroup(reading, "(?:");
}

function refuse(): never {
  throw new Untranslatable();
}

function openGroup(reading: RegexReading, text: string, isAtomic = false): void {
  reading.open.push({ first: reading.pieces.push(text) - 1, isAtomic });
  reading.atom = undefined;
}

function closeGroup(reading: RegexReading): void {
  reading.isBroken ||= reading.open.length === 0;
  const { first = 0, isAtomic = false } = reading.open.pop() ?? {};
  if (isAtomic) return addAtomic(reading, first, reading.pieces.slice(first).join(""));
  reading.pieces.push(")");
  reading.atom = first;
}

function readClass(reading: RegexReading): void {
  const bracket = bracketAt(reading.source, reading.at - 1);
  if (bracket?.text === null) return refuse();
  reading.isBroken ||= bracket === undefined;
  addAtom(reading, bracket?.text ?? "[");
  reading.at = bracket?.end ?? reading.at;
}

function readQuantifier(reading: RegexReading, [, times = "", suffix]: RegExpExecArray): void {
  const quantifier = times.replace("{,", "{0,");
  const { atom } = reading;
  reading.isBroken ||= atom === undefined;
  if (suffix !== "+" || atom === undefined) reading.pieces.push(`${quantifier}${suffix ?? ""}`);
  else addAtomic(reading, atom, `${reading.pieces.slice(atom).join("")}${quantifier}`);
}

function readAlternative(reading: RegexReading): void {
  reading.pieces.push("|");
  reading.atom = undefined;
}

function readCharacter(reading: RegexReading, [char]: RegExpExecArray): void {
  if (reading.isSpaced && char === "#") reading.at = endOfLine(reading);
  else if (!reading.isSpaced || /\S/.test(char)) addAtom(reading, char);
}

const endOfLine = ({ source, at }: RegexReading): number => {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
};
