/** Whether a pattern is found in a text; one that cannot be read is found in every text. */
export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

/** Whether a pattern is found in every text. */
export const matchesEverything = (pattern: string): boolean => /^\^?(\.\*)?\$?$/.test(pattern) && pattern !== "^$";
