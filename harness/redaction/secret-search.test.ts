import fc from "fast-check";
import { expect, test } from "vitest";
import { findSecrets, folded } from "./secret-search.ts";

/** The hit at a position, found by trying each form: the longest, or as much of one as there is before the text was cut off. */
function placeAt(forms: readonly string[], text: string, start: number): [start: number, end: number] | undefined {
  const whole = forms.filter((form) => text.startsWith(form, start)).map(({ length }) => length);
  if (whole.length > 0) return [start, start + Math.max(...whole)];
  const shared = (form: string) => {
    let count = 0;
    while (count < form.length && form[count] === text[start + count]) count++;
    return count;
  };
  const cut = Math.max(0, ...forms.map(shared));
  const isCut = cut >= 8 && [undefined, "…"].includes(text[start + cut]);
  return isCut ? [start, start + cut] : undefined;
}

const characters = fc.string({ unit: fc.constantFrom("a", "b", "…"), minLength: 0, maxLength: 12 });
const secrets = fc.uniqueArray(fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 6, maxLength: 14 }), {
  minLength: 1,
  maxLength: 8,
});
const cuts = fc.array(fc.tuple(fc.nat(20), fc.nat(14), characters), { maxLength: 6 });

test("finds at every place what trying each secret finds there, whole or cut off", () => {
  fc.assert(
    fc.property(secrets, cuts, characters, (forms, parts, first) => {
      const pieces = parts.map(
        ([which, length, after]) => (forms[which % forms.length] ?? "").slice(0, 6 + length) + after,
      );
      const text = first + pieces.join("");
      const expected = [...text].flatMap((_, start) => {
        const place = placeAt(forms, text, start);
        return place ? [place] : [];
      });
      expect(findSecrets(forms)(text).map(({ start, end }) => [start, end])).toEqual(expected);
    }),
    { seed: 42, numRuns: 2_000 },
  );
});

test("finds each of thousands that begin alike, whichever they are among", () => {
  const forms = Array.from({ length: 3_000 }, (_, index) => `token-${index.toString(36)}-x`);
  const find = findSecrets(forms);
  for (const form of forms) expect(find(`<${form}>`)).toEqual([{ form, start: 1, end: 1 + form.length }]);
});

test("a short secret counts where it stands alone, a single letter nowhere", () => {
  const find = findSecrets(["a", "ab", "abcde"]);
  expect(find("a ab xab (ab) abcde abcdef").map(({ form, start }) => [form, start])).toEqual([
    ["ab", 2],
    ["ab", 10],
    ["abcde", 14],
  ]);
});

test("a secret of six characters counts within a word", () => {
  expect(findSecrets(["abcdef"])("xabcdefx")).toEqual([{ form: "abcdef", start: 1, end: 7 }]);
});

test("without secrets, or in a text that is shorter than they are, there is nothing to find", () => {
  expect(findSecrets([])("a long enough text")).toEqual([]);
  expect(findSecrets(["abcdef"])("abc")).toEqual([]);
  expect(findSecrets(["abcdef"])("abcdef")).toHaveLength(1);
});

test("small letters stand where the characters were, whatever becomes longer by itself", () => {
  expect(folded("ABC")).toBe("abc");
  expect(folded("İABC")).toBe("İabc");
  expect(folded("ÄABC")).toBe("äabc");
});
