/** A text as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a JSON object; anything else has none. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The JSON objects of a list; anything else has none. */
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Whether a value is nested more than so many levels deep; the walk uses no stack, and sees what stands in several places of a level once. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: object[] = [value].filter(isNested);
  for (let depth = 0; depth <= levels; depth++) {
    if (level.length === 0) return false;
    level = [...new Set(level.flatMap((node) => Object.values(node).filter(isNested)))];
  }
  return level.length > 0;
}

const isNested = (node: unknown): node is object => typeof node === "object" && node !== null;
