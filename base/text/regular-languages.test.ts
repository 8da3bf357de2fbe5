import { describe, expect, test } from "vitest";
import { createLanguages } from "./regular-languages.ts";

const same = {};

describe("patterns are compared by the texts in which they are found", () => {
  test.each([
    [["^[a-z]+$"], ["^[a-z]{3}$"], { onlyOld: "a" }],
    [["^a"], ["^b"], { onlyOld: "a", onlyNew: "b" }],
    [["^a$"], ["a"], { onlyNew: "Aa" }],
    [[], [".*"], same],
    [[], ["^[^]*$"], same],
    [[String.raw`^\d+$`], ["^[0-9]+$"], same],
    [["^(a+)+$"], ["^a+$"], same],
    [["^^a$$"], ["^a$"], same],
    [["^(^a|b$)$"], ["^[ab]$"], same],
    [["^[a-z]+$", "^.{0,2}$"], ["^[a-z]{1,2}$"], same],
    [["^.$"], ["^[^]$"], { onlyNew: "\n" }],
    [[String.raw`^\p{Lu}$`], [String.raw`^\p{L}$`], { onlyNew: "a" }],
    [["^😀?$"], ["^(😀|)$"], same],
    [[String.raw`^[\w\-\_]$`], [String.raw`^[\w-]$`], same],
    [[String.raw`^\-[^a]$`], ["^-[^a]$"], same],
  ])("%j and %j", (old, fresh, expected) => {
    expect(createLanguages()(old, fresh)).toEqual(expected);
  });
});

describe("what cannot be decided is left undecided", () => {
  test.each([
    ["what looks ahead", "^(?=a)b"],
    ["what looks behind", "(?<!a)b"],
    ["the edge of a word", String.raw`\bfoo\b`],
    ["what refers back", String.raw`^(.)\1$`],
    ["the end before the beginning, which only the empty text has", "$^"],
    ["too many states", "^(a|b)*a(a|b){30}$"],
    ["a huge repetition", "((a{1000}){1000}){1000}"],
    ["what is no pattern", "("],
  ])("%s", (_, pattern) => {
    expect(createLanguages()([pattern], ["^a"])).toBeUndefined();
  });

  test("so is every pattern once the work for all of them has grown too large", () => {
    const compare = createLanguages(20_000);
    const results = Array.from({ length: 12 }, (_, index) => compare([`^[a-z]{1,${40 + index}}$`], ["^a$"]));
    expect(results[0]).toEqual({ onlyOld: "b" });
    expect(results.at(-1)).toBeUndefined();
  });
});
