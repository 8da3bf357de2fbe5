/** The maximum depth of JSON that is read: no document comes near it, and whatever walks a value recursively survives it. */
export const maxLevels = 1000;

/** A text as JSON; undefined where it is not JSON, or is nested too deeply for a recursive walk. */
export function parseJson(text: string, levels = maxLevels): unknown {
  if (isNestedDeeper(text, levels)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** True if the brackets of a text are nested deeper than so many levels; those within strings do not count. */
export function isNestedDeeper(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let level = 0;
  let isInString = false;
  for (let index = 0; index < text.length && level <= levels; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) isInString = !isInString;
    else if (isInString) index += character === backslash ? 1 : 0;
    else if (character === openList || character === openObject) level++;
    else if (character === closeList || character === closeObject) level--;
  }
  return level > levels;
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((character) =>
  character.charCodeAt(0),
);

/** True if a value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a JSON object; anything else has none. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The JSON objects of a list; anything else has none. */
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** True if a value is nested more than so many levels deep; the walk uses no stack, and sees what stands in several places of a level once. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: object[] = [value].filter(isNested);
  for (let depth = 0; depth <= levels; depth++) {
    if (level.length === 0) return false;
    level = [...new Set(level.flatMap((node) => Object.values(node).filter(isNested)))];
  }
  return level.length > 0;
}

const isNested = (node: unknown): node is object => typeof node === "object" && node !== null;
