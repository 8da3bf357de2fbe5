import { namedClass } from "./regex-classes.ts";
import { escapeAt } from "./regex-escapes.ts";

const named = /\[:(\^?)(\w+):\]/y;

/** The class in brackets at a place of a regular expression, in JavaScript; the text is null where it has none, and nothing is returned where the bracket is not closed. */
export function bracketAt(source: string, start: number): { text: string | null; end: number } | undefined {
  const opening = source.startsWith("[^", start) ? "[^" : "[";
  let text = opening;
  let at = start + opening.length;
  while (at < source.length && source[at] !== "]") {
    // An intersection of classes.
    if (source.startsWith("&&", at)) return { text: null, end: at };
    const item = itemAt(source, at);
    if (!item) return undefined;
    if (item.text === null) return item;
    text += item.text;
    at = item.end;
  }
  return at < source.length ? { text: `${text}]`, end: at + 1 } : undefined;
}

function itemAt(source: string, at: number): { text: string | null; end: number } | undefined {
  if (source[at] === "\\") return escapeAt(source, at, true);
  named.lastIndex = at;
  const found = named.exec(source);
  if (found) return { text: namedClass(found[2] ?? "", found[1] === "^") ?? null, end: named.lastIndex };
  const char = source[at] ?? "";
  return { text: char === "[" ? "\\[" : char, end: at + 1 };
}
