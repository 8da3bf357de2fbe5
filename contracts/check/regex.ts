import { createContext, Script } from "node:vm";
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

/** How long a match may take, in milliseconds: a pattern that needs longer may need hours for the next text. */
const patience = 200;

const search = { regex: /x/, text: "" };
const context = createContext(search);
const script = new Script("regex.test(text)");

/** Whether a text matches a pattern; a match that takes too long is stopped. */
export function isMatch(source: string, text: string): boolean {
  const regex = regexOf(source);
  const mayTakeLong = /\)[*+{]/.test(source) || text.length > 1000;
  if (!mayTakeLong) return regex.test(text);
  Object.assign(search, { regex, text });
  try {
    return script.runInContext(context, { timeout: patience }) as boolean;
  } catch {
    throw new Unreadable(`matchingRules: the regex ${JSON.stringify(source)} takes too long to match`);
  }
}
