/** What can be chosen, by name. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One choice of each. */
export type Row<F extends Factors> = { readonly [name in keyof F]: F[name][number] };

/** All ways to take so many of some values, in their order. */
function* taken(values: readonly string[], count: number): Generator<string[]> {
  if (count === 0) yield [];
  for (const [index, value] of values.entries())
    if (values.length - index >= count)
      for (const rest of taken(values.slice(index + 1), count - 1)) yield [value, ...rest];
}

/** Rows in which every combination of so many choices stands at least once: a covering array, made greedily. The same factors give the same rows. */
export function covering<F extends Factors>(factors: F, strength: number): Row<F>[] {
  const names = Object.keys(factors);
  const levels = new Map(names.map((name) => [name, (factors[name] ?? []).map((_, index) => index)]));
  const groups = [...taken(names, Math.min(strength, names.length))];
  const keyOf = (group: readonly string[], row: ReadonlyMap<string, number>) =>
    group.every((name) => row.has(name)) ? group.map((name) => `${name} ${row.get(name)}`).join() : undefined;
  const open = new Map<string, ReadonlyMap<string, number>>();
  for (const group of groups) {
    const rows = group.reduce<Map<string, number>[]>(
      (all, name) => all.flatMap((row) => (levels.get(name) ?? []).map((index) => new Map([...row, [name, index]]))),
      [new Map()],
    );
    for (const row of rows) open.set(keyOf(group, row) ?? "", row);
  }
  const covered = (row: ReadonlyMap<string, number>) =>
    groups.flatMap((group) => keyOf(group, row) ?? []).filter((key) => open.has(key));
  const found: Row<F>[] = [];
  for (let [first] = open.values(); first; [first] = open.values()) {
    const row = new Map(first);
    for (const name of names) {
      if (row.has(name)) continue;
      const gains = (levels.get(name) ?? []).map((index) => covered(new Map([...row, [name, index]])).length);
      row.set(name, gains.indexOf(Math.max(...gains)));
    }
    for (const key of covered(row)) open.delete(key);
    found.push(Object.fromEntries(names.map((name) => [name, factors[name]?.[row.get(name) ?? 0]])) as Row<F>);
  }
  return found;
}
