import fc from "fast-check";
import { expect, test } from "vitest";
import { covering } from "./covering.ts";

const factors = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 2 }),
  fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
  { minKeys: 1, maxKeys: 5 },
);

test("every pair of choices stands in some row", () => {
  fc.assert(
    fc.property(factors, (given) => {
      const { rows } = covering(given, { strength: 2 });
      for (const [a, firsts] of Object.entries(given))
        for (const [b, seconds] of Object.entries(given))
          for (const first of firsts)
            for (const second of a === b ? [first] : seconds)
              expect(rows.some((row) => row[a] === first && row[b] === second)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

const five = { a: [1, 2, 3], b: [1, 2, 3], c: [1, 2], d: [1, 2], e: [1, 2, 3, 4] };

/** The number of different choices that stand in the rows for some factors. */
const combinations = (rows: readonly Record<string, unknown>[], ...names: string[]): number =>
  new Set(rows.map((row) => names.map((name) => row[name]).join())).size;

test("every triple stands in the rows of strength 3, which are far fewer than all combinations", () => {
  const { rows, strength } = covering(five, { strength: 3 });
  expect(strength).toBe(3);
  expect([
    combinations(rows, "a", "b", "e"),
    combinations(rows, "a", "c", "d"),
    combinations(rows, "c", "d", "e"),
  ]).toEqual([36, 12, 16]);
  expect(rows.length).toBeLessThan(60);
});

test("where there is no room, the combinations of few factors come first, and the strength is that of what is whole", () => {
  const { rows, strength } = covering(five, { strength: 4, maxRows: 20 });
  expect([rows.length, strength]).toEqual([20, 2]);
  expect(combinations(rows, "a", "b")).toBe(9);
});

test("choices that do not go together stand in no row, and all others do", () => {
  const allows = ({ a, b }: { a?: unknown; b?: unknown }) => !(a === 1 && b === 2);
  const { rows } = covering(five, { strength: 2, allows });
  expect(rows.filter(({ a, b }) => a === 1 && b === 2)).toEqual([]);
  expect(combinations(rows, "a", "b")).toBe(8);
});

test("pairs take far fewer rows than all combinations", () => {
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${index}`, [1, 2, 3]]));
  expect(covering(ten, { strength: 2 }).rows.length).toBeLessThan(30);
});

test("one choice at a time takes as many rows as the longest list", () => {
  expect(covering({ a: [1, 2, 3], b: ["x", "y"] }, { strength: 1 }).rows).toHaveLength(3);
});
