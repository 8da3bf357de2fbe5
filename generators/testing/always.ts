import fc from "fast-check";

/** Checks many generated values, the same ones each time. */
export const always = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void, numRuns = 100): void =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      // What a check returns would be taken as its verdict.
      check(value);
    }),
    { seed: 42, numRuns },
  );
