import fc from "fast-check";

/** Checks many generated values, the same ones each time. */
export const always = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void, numRuns = 100): void =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      // A returned value would be taken as the verdict.
      check(value);
    }),
    { seed: 42, numRuns },
  );
