import { isFound } from "../../../base/text/bounded-match.ts";
import { Unreadable } from "../../pact/unreadable.ts";
import { translateRegex } from "./regex-dialects.ts";

const regexes = new Map<string, RegExp | undefined>();

/** A regular expression of a pact; undefined where only another dialect can read it, so that it cannot be judged. */
export function regexOf(source: string): RegExp | undefined {
  if (!regexes.has(source)) regexes.set(source, compile(source));
  return regexes.get(source);
}

function compile(source: string): RegExp | undefined {
  const translated = translateRegex(source);
  if (!translated) return undefined;
  try {
    return new RegExp(translated.pattern, translated.flags);
  } catch {
    if (!translated.isBroken) return undefined;
    throw new Unreadable(`matchingRules: the regex ${JSON.stringify(source)} cannot be read`);
  }
}

/** True if a text matches a pattern, as far as that can be judged; a match that takes too long is stopped. */
export function isMatch(source: string, text: string): boolean {
  const regex = regexOf(source);
  const found = regex ? isFound(regex, text) : true;
  if (found !== undefined) return found;
  throw new Unreadable(`matchingRules: the regex ${JSON.stringify(source)} takes too long to match`);
}
