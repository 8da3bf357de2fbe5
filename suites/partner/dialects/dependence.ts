import { type ChoiceName, choiceNames, type Dialect } from "./choices.ts";
import { plainDialect } from "./dialect.ts";

/** The choices in which a dialect differs from the sandbox's own. */
export const ownChoices = (dialect: Dialect): ChoiceName[] =>
  choiceNames.filter((name) => dialect[name] !== plainDialect[name]);

/** The sandbox's own dialect with some choices of another. */
const dialectOf = (dialect: Dialect, names: readonly ChoiceName[]): Dialect => ({
  ...plainDialect,
  ...Object.fromEntries(names.map((name) => [name, dialect[name]])),
});

/** Some choices and what was chosen, in words. */
export const wordChoices = (dialect: Dialect, names: readonly ChoiceName[]): string =>
  names.map((name) => `${name}: ${dialect[name]}`).join("; ");

/** Where something goes wrong alone, in words. */
export const onlyWhere = (dialect: Dialect, names: readonly ChoiceName[]): string =>
  `only where the platform chooses ${names.length > 1 ? "some of these" : "so"} (dialect): ${wordChoices(dialect, names)}`;

/**
 * The choices that something depends on which goes wrong in a dialect: each of them makes it go wrong alone or, where none does, all together. None
 * where it goes wrong in the sandbox's own dialect too.
 */
export async function choicesBehind(
  dialect: Dialect,
  names: readonly ChoiceName[],
  goesWell: (dialect: Dialect) => Promise<boolean>,
): Promise<readonly ChoiceName[]> {
  if (names.length === 0 || !(await goesWell(plainDialect))) return [];
  const alone: ChoiceName[] = [];
  for (const name of names) if (!(await goesWell(dialectOf(dialect, [name])))) alone.push(name);
  return alone.length > 0 ? alone : names;
}

/**
 * The choices among which is the one that something depends on which goes wrong in a dialect, and well in another: half of them are taken from the other
 * dialect each time, for as long as there is time. All where no single one makes it go wrong.
 */
export async function choicesAmong(
  { wrong, right, isOver }: { wrong: Dialect; right: Dialect; isOver: () => boolean },
  goesWell: (dialect: Dialect) => Promise<boolean>,
): Promise<readonly ChoiceName[]> {
  const names = choiceNames.filter((name) => wrong[name] !== right[name]);
  if (names.length === 0 || !(await goesWell(right))) return [];
  const goesWellWith = (some: readonly ChoiceName[]) =>
    goesWell({ ...right, ...Object.fromEntries(some.map((name) => [name, wrong[name]])) });
  let left: readonly ChoiceName[] = names;
  while (left.length > 1 && !isOver()) {
    const half = left.slice(0, left.length >> 1);
    left = (await goesWellWith(half)) ? left.slice(half.length) : half;
  }
  // The second half was not tried itself.
  return left.length > 1 || isOver() || !(await goesWellWith(left)) ? left : names;
}
