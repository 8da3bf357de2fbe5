/** The levels of each factor, by name. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One choice of each. */
type Row<F extends Factors> = { readonly [name in keyof F]: F[name][number] };

/** How far an array goes. */
export interface Reach<F extends Factors> {
  /** Of how many factors every combination of choices stands in some row, as far as there is room. */
  strength: number;
  /** The maximum of rows: the combinations of few factors come before those of more. */
  maxRows?: number;
  /** True if some choices go together, of a row that may not be whole yet. */
  allows?: (choices: Partial<Row<F>>) => boolean;
}

/** Rows, and of how many factors every combination that is allowed stands in them. */
export interface Covered<F extends Factors> {
  rows: Row<F>[];
  strength: number;
}

/** All ways to take so many of some values, in their order. */
function* taken(values: readonly number[], count: number): Generator<number[]> {
  if (count === 0) yield [];
  for (const [index, value] of values.entries())
    if (values.length - index >= count)
      for (const rest of taken(values.slice(index + 1), count - 1)) yield [value, ...rest];
}

/** The choices of a row by factor; -1 where none is made yet. */
type Choices = number[];

/** The combinations of some factors, each with a number, and which of them stand in no row yet. */
class Group {
  readonly members: readonly number[];
  readonly #sizes: readonly number[];
  readonly #open: Uint8Array;
  #next = 0;

  constructor(members: readonly number[], sizes: readonly number[]) {
    this.members = members;
    this.#sizes = members.map((member) => sizes[member] ?? 0);
    this.#open = new Uint8Array(this.#sizes.reduce((count, size) => count * size, 1)).fill(1);
  }

  /** 1 where the combination of a row stands in no other. */
  gain(row: Choices): number {
    return this.#open[this.#numberOf(row)] ?? 0;
  }

  close(row: Choices): void {
    const number = this.#numberOf(row);
    if (number >= 0) this.#open[number] = 0;
  }

  /** Takes the next combination that stands in no row. */
  take(): [factor: number, choice: number][] | undefined {
    while (this.#open[this.#next] === 0) this.#next++;
    if (this.#next >= this.#open.length) return undefined;
    this.#open[this.#next] = 0;
    let rest = this.#next;
    return this.members
      .map((member, index): [number, number] => {
        const size = this.#sizes[this.members.length - 1 - index] ?? 1;
        const choice = rest % size;
        rest = Math.floor(rest / size);
        return [this.members[this.members.length - 1 - index] ?? member, choice];
      })
      .toReversed();
  }

  #numberOf(row: Choices): number {
    let number = 0;
    for (let index = 0; index < this.members.length; index++) {
      const choice = row[this.members[index] ?? 0] ?? -1;
      if (choice < 0) return -1;
      number = number * (this.#sizes[index] ?? 1) + choice;
    }
    return number;
  }
}

/** Rows in which every combination of so many choices stands at least once: a covering array, made greedily. The same factors give the same rows. */
export function covering<F extends Factors>(
  factors: F,
  { strength, maxRows = Number.POSITIVE_INFINITY, allows = () => true }: Reach<F>,
): Covered<F> {
  const names = Object.keys(factors);
  const sizes = names.map((name) => factors[name]?.length ?? 0);
  const indices = [...names.keys()];
  const rowOf = (choices: Choices) => {
    const row: Record<string, unknown> = {};
    for (const [index, choice] of choices.entries())
      if (choice >= 0) row[names[index] ?? ""] = factors[names[index] ?? ""]?.[choice];
    return row as Row<F>;
  };
  const found: Choices[] = [];
  const most = Math.min(strength, names.length);
  for (let reached = 1; reached <= most; reached++) {
    const groups = [...taken(indices, reached)].map((members) => new Group(members, sizes));
    const groupsOf = indices.map((index) => groups.filter(({ members }) => members.includes(index)));
    for (const group of groups) for (const row of found) group.close(row);
    /** The choice for a factor with which a row has most that no other has. */
    const best = (row: Choices, index: number): number => {
      let [chosen, gained] = [-1, -1];
      for (let turn = 0; turn < (sizes[index] ?? 0); turn++) {
        // Where all gain as much, rows take turns.
        const choice = (turn + found.length) % (sizes[index] ?? 1);
        row[index] = choice;
        const gain = (groupsOf[index] ?? []).reduce((sum, group) => sum + group.gain(row), 0);
        if (gain > gained && allows(rowOf(row))) [chosen, gained] = [choice, gain];
      }
      return chosen;
    };
    for (const group of groups)
      for (let fixed = group.take(); fixed; fixed = group.take()) {
        const row = indices.map(() => -1);
        for (const [factor, choice] of fixed) row[factor] = choice;
        if (!allows(rowOf(row))) continue;
        if (found.length >= maxRows) return { rows: found.map(rowOf), strength: reached - 1 };
        for (const index of indices) if ((row[index] ?? -1) < 0) row[index] = best(row, index);
        if (row.includes(-1)) continue;
        for (const other of groups) other.close(row);
        found.push(row);
      }
  }
  return { rows: found.map(rowOf), strength: most };
}
