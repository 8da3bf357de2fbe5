import { expect, test } from "vitest";
import { printable, quote } from "./printable.ts";

test.each([
  ["plain words", "Zoë – 10 €, 日本", "Zoë – 10 €, 日本"],
  ["an escape sequence", "\u001b[2J\u001b[31mFAKE: conformant", "\\u001b[2J\\u001b[31mFAKE: conformant"],
  ["a control of C1", "\u009b2J", "\\u009b2J"],
  ["NUL and DEL", "a\u0000b\u007f", "a\\u0000b\\u007f"],
  ["lines", "one\r\ntwo\tthree", "one two three"],
  ["separators of lines", "a\u2028b\u2029", "a\\u2028b\\u2029"],
  ["what turns the order round", "\u202eevil\u2066\u200f", "\\u202eevil\\u2066\\u200f"],
  ["what is not seen", "\u200b\ufeff\u{e0041}", "\\u200b\\ufeff\\u{e0041}"],
  ["an instruction to a build server", "a ##vso[task.complete] ### x", "a #\\u0023vso[task.complete] ### x"],
  ["half of a pair", "\ud800!", "\\ud800!"],
  ["a whole pair", "😀", "😀"],
])("%s can be printed", (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("a long text is cut before it is repeated", () => {
  expect(quote("x".repeat(8_000_000))).toBe(`${"x".repeat(500)}…`);
});
