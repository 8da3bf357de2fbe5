/** The number of characters that an observation may have as JSON: enough for whatever is worth comparing between two runs. */
const maxCharacters = 20_000;

/** Stands for a value that JSON cannot hold. */
const unwritable = "a value that cannot be written as JSON";

/** A value as it can stand in results.json: nothing that was seen, however odd or large, may cost a run its results. */
export function observedValue(value: unknown): unknown {
  if (value === undefined) return null;
  const text = jsonTextOf(value);
  if (text === undefined) return unwritable;
  if (text.length > maxCharacters) return `${text.slice(0, maxCharacters)}…`;
  return JSON.parse(text) as unknown;
}

/** The value as JSON; undefined where it has no such form: a function, or a value that holds itself. */
function jsonTextOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
