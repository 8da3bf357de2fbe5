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
