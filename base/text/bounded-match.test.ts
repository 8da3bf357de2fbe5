import { expect, test } from "vitest";
import { isFound } from "./bounded-match.ts";

test("a pattern is found, or not", () => {
  expect(isFound(/^a/u, "ab")).toBe(true);
  expect(isFound(/^(ab)+$/u, "abab")).toBe(true);
  expect(isFound(/^b/u, "ab")).toBe(false);
});

test.each([
  ["repetition within repetition", /^(a+)+$/, `${"a".repeat(40)}!`],
  ["choices beside one another", new RegExp(`^${"(a|a)".repeat(34)}b$`), "a".repeat(40)],
  ["repetition beside repetition", /a*a*a*a*a*a*a*a*b/, "a".repeat(900)],
])("a match that takes too long is given up, at once for the next text: %s", (_, regex, text) => {
  expect(isFound(regex, text)).toBeUndefined();
  expect(isFound(regex, "a")).toBeUndefined();
});
