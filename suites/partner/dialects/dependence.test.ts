import { describe, expect, test } from "vitest";
import type { Dialect } from "./choices.ts";
import { choicesAmong, choicesBehind, ownChoices, wordChoices } from "./dependence.ts";
import { dialectsOf, plainDialect } from "./dialect.ts";

const [dialect] = dialectsOf(5);
const names = ownChoices(dialect);

/** Goes well unless one of these choices differs from the sandbox's own. */
const failsOn =
  (...guilty: (keyof Dialect)[]) =>
  (spoken: Dialect) =>
    Promise.resolve(guilty.every((name) => spoken[name] === plainDialect[name]));

test("a failure is traced to the one choice that it depends on", async () => {
  for (const name of names) expect(await choicesBehind(dialect, names, failsOn(name))).toEqual([name]);
});

test("several choices that each cause a failure are all named", async () => {
  const guilty = ["words of status", "ids in webhooks"] as const;
  expect(await choicesBehind(dialect, names, failsOn(...guilty))).toEqual(guilty);
});

test("a failure in the sandbox's own dialect depends on no choice", async () => {
  const never = () => Promise.resolve(false);
  expect(await choicesBehind(dialect, names, never)).toEqual([]);
});

test("choices that cause a failure only together are all named", async () => {
  const goesWell = (spoken: Dialect) => Promise.resolve(ownChoices(spoken).length < names.length);
  expect(await choicesBehind(dialect, names, goesWell)).toEqual(names);
});

test("choices are named with what was chosen", () => {
  const spoken = { ...plainDialect, cursors: "short and long", "time zone": "Z" } as const;
  expect(wordChoices(spoken, ownChoices(spoken))).toBe("time zone: Z; cursors: short and long");
});

describe("where each try takes long", () => {
  const search = (goesWell: (spoken: Dialect) => Promise<boolean>, tries = Number.POSITIVE_INFINITY) => {
    let count = 0;
    const isOver = () => count >= tries;
    return choicesAmong({ wrong: dialect, right: plainDialect, isOver }, (spoken) => {
      count++;
      return goesWell(spoken);
    });
  };

  test("a failure is traced to the one choice that it depends on, by halves", async () => {
    for (const name of names) expect(await search(failsOn(name))).toEqual([name]);
  });

  test("a failure is traced to some choices, with the one among them, where there is no time for more", async () => {
    for (const name of names) {
      const left = await search(failsOn(name), 3);
      expect(left).toContain(name);
      expect(left.length).toBeLessThan(names.length / 2);
    }
  });

  test("a failure in either dialect depends on no choice, and one that takes several on all", async () => {
    expect(await search(() => Promise.resolve(false))).toEqual([]);
    const together = (spoken: Dialect) => Promise.resolve(ownChoices(spoken).length < names.length);
    expect(await search(together)).toEqual(names);
  });
});
