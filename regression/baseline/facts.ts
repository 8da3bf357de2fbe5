/** Facts by name, each with every value that was seen. */
export interface BaselineFacts {
  add(name: string, value: string): void;
  /** A value of a field that has the name of a code; with too many values, it is not a code after all. */
  addCode(name: string, value: string): void;
  /** Names and values in alphabetical order. */
  list(): Record<string, string[]>;
}

/** The most values that a code has; a field with more is not a code, whatever its name. */
const maxCodes = 12;

export function createBaselineFacts(): BaselineFacts {
  const values = new Map<string, Set<string>>();
  const codes = new Set<string>();
  const add = (name: string, value: string): void => {
    values.set(name, (values.get(name) ?? new Set()).add(value));
  };
  const listOf = (name: string, seen: ReadonlySet<string>): string[] =>
    codes.has(name) && seen.size > maxCodes ? ["many"] : [...seen].toSorted();
  return {
    add,
    addCode(name, value) {
      codes.add(name);
      add(name, value);
    },
    list() {
      const sorted = [...values].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return Object.fromEntries(sorted.map(([name, seen]) => [name, listOf(name, seen)]));
    },
  };
}
