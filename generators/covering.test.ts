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
      const rows = covering(given, 2);
      for (const [a, firsts] of Object.entries(given))
        for (const [b, seconds] of Object.entries(given))
          for (const first of firsts)
            for (const second of a === b ? [first] : seconds)
              expect(rows.some((row) => row[a] === first && row[b] === second)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("pairs take far fewer rows than all combinations", () => {
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${index}`, [1, 2, 3]]));
  expect(covering(ten, 2).length).toBeLessThan(30);
});

test("one choice at a time takes as many rows as the longest list", () => {
  expect(covering({ a: [1, 2, 3], b: ["x", "y"] }, 1)).toHaveLength(3);
});
