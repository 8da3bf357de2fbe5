import fc from "fast-check";
import { expect, test } from "vitest";
import { malformedCursor } from "./cursors.ts";
import { always } from "./testing/always.ts";

/** Tests of what is said to be wrong with a cursor, by what is said. */
const truths: [defect: RegExp, holds: (value: string, real: string, count: number) => boolean][] = [
  [/^words$/, (value) => /^[a-z]+(-[a-z]+)+$/.test(value)],
  [/^an encoded NUL$/, (value) => decodeURIComponent(value) === "\0"],
  [/^the word null$/, (value) => value === "null"],
  [/^an empty object$/, (value) => JSON.stringify(JSON.parse(value)) === "{}"],
  [/^an emoji$/, (value) => /^\p{Emoji_Presentation}$/u.test(value)],
  [/^a long text$/, (value) => value.length >= 500],
  [/^an empty object in base64$/, (value) => Buffer.from(value, "base64url").toString() === "{}"],
  [/^random text$/, (value) => value.startsWith("?")],
  [
    /^the first (\d+) characters of a cursor$/,
    (value, real, count) => real.startsWith(value) && value.length === count,
  ],
  [
    /^a cursor without its first (\d+) characters$/,
    (value, real, count) => real.endsWith(value) && value.length === real.length - count,
  ],
];

/** Cursors as providers give them out: base64, hexadecimal, or a number. */
const realCursor = fc.oneof(
  fc.base64String({ minLength: 12, maxLength: 80 }).filter((text) => text.length >= 12),
  fc.stringMatching(/^[0-9a-f]{32}$/),
  fc.nat().map(String),
);

test("a malformed cursor is never the real one, and its defect is true", () => {
  always(
    realCursor.chain((real) => malformedCursor(real).map((broken) => ({ real, ...broken }))),
    ({ real, value, defect }) => {
      expect(value).not.toBe(real);
      const fitting = truths.filter(([pattern]) => pattern.test(defect));
      expect(fitting, defect).toHaveLength(1);
      for (const [pattern, holds] of fitting)
        expect(holds(value, real, Number(pattern.exec(defect)?.[1])), `${value} is ${defect}`).toBe(true);
    },
    500,
  );
});

test("every kind of defect comes up", () => {
  const defects = fc.sample(malformedCursor("0123456789abcdef0123456789abcdef"), { seed: 42, numRuns: 500 });
  for (const [pattern] of truths)
    expect(
      defects.some(({ defect }) => pattern.test(defect)),
      String(pattern),
    ).toBe(true);
});

test("a short cursor may be a number, so no part of it is used", () => {
  always(fc.nat({ max: 99_999 }).map(String).chain(malformedCursor), ({ defect }) =>
    expect(defect).not.toMatch(/letters/),
  );
});
