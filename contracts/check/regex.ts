import { isFound } from "../../base/bounded-match.ts";
import { Unreadable } from "../pact/unreadable.ts";

const regexes = new Map<string, RegExp>();

/** A regular expression of a pact; the spellings of other dialects are translated. */
export function regexOf(source: string): RegExp {
  const known = regexes.get(source);
  if (known) return known;
  const [, leading = "", rest = ""] = /^(?:\(\?([imsux]+)\))?(.*)$/s.exec(source) ?? [];
  const pattern = rest
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\(\?[imsux]+:/g, "(?:")
    .replaceAll(/\\A/g, "^")
    .replaceAll(/\\[zZ]/g, "$");
  const isCaseless = /\(\?[msux]*i[msux]*:/.test(rest) && !leading.includes("i");
  const flags = `${leading.replaceAll(/[ux]/g, "")}${isCaseless ? "i" : ""}${/\\p\{/i.test(pattern) ? "u" : ""}`;
  try {
    const regex = new RegExp(pattern, flags);
    regexes.set(source, regex);
    return regex;
  } catch {
    throw new Unreadable(`matchingRules: the regex ${JSON.stringify(source)} cannot be read`);
  }
}

/** Whether a text matches a pattern; a match that takes too long is stopped. */
export function isMatch(source: string, text: string): boolean {
  const found = isFound(regexOf(source), text);
  if (found !== undefined) return found;
  throw new Unreadable(`matchingRules: the regex ${JSON.stringify(source)} takes too long to match`);
}
