import fc from "fast-check";

/** A value that the provider never gave out, with what is wrong with it. */
export interface Broken {
  value: string;
  defect: string;
}

/** A shorter cursor may be a plain number, and then every part of it is a cursor too. */
const shortest = 12;

/** A malformed cursor: a text that no provider gives out, or part of a real cursor. */
export const malformedCursor = (real: string): fc.Arbitrary<Broken> =>
  fc.oneof(
    fc.constantFrom(
      { value: "not-a-cursor", defect: "words" },
      { value: "%00", defect: "an encoded NUL" },
      { value: "null", defect: "the word null" },
      { value: "{}", defect: "an empty object" },
      { value: "🙂", defect: "an emoji" },
      { value: "A".repeat(500), defect: "a long text" },
      { value: Buffer.from("{}").toString("base64url"), defect: "an empty object in base64" },
    ),
    fc
      .string({ minLength: 8, maxLength: 60, unit: "grapheme-ascii" })
      .map((value) => ({ value: `?${value.trim()}`, defect: "random text" })),
    ...(real.length < shortest
      ? []
      : [
          fc
            .integer({ min: 3, max: real.length - 4 })
            .map((length) => ({ value: real.slice(0, length), defect: `the first ${length} characters of a cursor` })),
          fc
            .integer({ min: 4, max: real.length - 3 })
            .map((start) => ({ value: real.slice(start), defect: `a cursor without its first ${start} characters` })),
        ]),
  );
