import { isFound } from "../../../../base/text/bounded-match.ts";
import { isInLanguage } from "../../../../base/text/regular-languages.ts";

const regexes = new Map<string, RegExp | undefined>();

/** True if a pattern is found in a text; one that cannot be read, or can neither be matched in time nor by its automaton, is found in every text. */
export function matches(pattern: string, text: string): boolean {
  const regex = regexOf(pattern);
  return regex === undefined || (isFound(regex, text) ?? isInLanguage(pattern, text) ?? true);
}

function regexOf(pattern: string): RegExp | undefined {
  if (!regexes.has(pattern)) regexes.set(pattern, compile(pattern));
  return regexes.get(pattern);
}

/** A pattern by the rules for Unicode, or by the older ones, which allow more escapes. */
function compile(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The next flags may do.
    }
  }
  return undefined;
}

/** True if a pattern is found in every text. */
export const matchesEverything = (pattern: string): boolean => /^\^?(\.\*)?\$?$/.test(pattern) && pattern !== "^$";
