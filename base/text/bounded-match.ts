import { createContext, Script } from "node:vm";

/** The time that a match may take, in milliseconds, at the first and at the second try: the clock runs on while a busy machine does something else. A pattern that needs longer may need hours for the next text. */
const patience = [200, 1000];

const search = { regex: /x/, text: "" };
const context = createContext(search);
const script = new Script("regex.test(text)");

/** Patterns that took too long once; another text is not tried. */
const slow = new WeakSet<RegExp>();

/** True if a pattern of a stranger is found in a text; undefined where that takes too long, now or for an earlier text. */
export function isFound(regex: RegExp, text: string): boolean | undefined {
  if (slow.has(regex)) return undefined;
  // Starting a clock takes longer than most matches.
  if (!mayTakeLong(regex, text)) return regex.test(text);
  Object.assign(search, { regex, text });
  for (const timeout of patience) {
    try {
      return script.runInContext(context, { timeout }) as boolean;
    } catch {
      // Time is up.
    }
  }
  slow.add(regex);
  return undefined;
}

/** The number of steps that take no more than a moment. */
const fewSteps = 1e6;

/** True if a match may take more than a moment: what is repeated is repeated in its turn, or the ways to share a text among repetitions and choices are many. */
function mayTakeLong({ source }: RegExp, text: string): boolean {
  const repetitions = source.match(/[*+}]/g)?.length ?? 0;
  const choices = source.match(/[?|]/g)?.length ?? 0;
  const isNested = /\)[*+{]/.test(source);
  return (isNested && 2 ** text.length > fewSteps) || text.length ** Math.max(1, repetitions) * 2 ** choices > fewSteps;
}
