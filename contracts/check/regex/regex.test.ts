import { describe, expect, test } from "vitest";
import { isMatch, regexOf } from "./regex.ts";

describe("a regular expression of another dialect means the same here", () => {
  test.each<[regex: string, matches: string, differs: string]>([
    ["^[[:upper:]]{2}$", "LV", "lv"],
    ["^[^[:space:][:punct:]]+$", "a1", "a-1"],
    ["^[[:^digit:]x]+$", "abx", "a1"],
    [String.raw`^\h+$`, "0aF", "xyz"],
    [String.raw`^a\hb$`, "a b", "a_b"],
    [String.raw`^[\h-]+$`, "0a-F", "x-y"],
    [String.raw`\A\d+\z`, "12", "12\n"],
    [String.raw`\A\d+\Z`, "12\n", "12\n\n"],
    [String.raw`^\\A$`, "\\A", "A"],
    ["^[A-Z]++$", "LV", "lv"],
    ["^(?>a|ab)c$", "ac", "abc"],
    ["^(?:a++b)*$", "aabab", "aaba"],
    [String.raw`^\d{1,2}+:\d?+$`, "12:3", "123"],
    ["^(?P<a>x)(?P=a)$", "xx", "xy"],
    ["^(?'a'x)\\k'a'$", "xx", "xy"],
    [String.raw`^\Qa.b\E$`, "a.b", "axb"],
    [String.raw`^\p{Upper}\p{IsL}\pL$`, "LVa", "lVa"],
    [String.raw`^[\p{L}\-_]+\-\_$`, "Ā_--_", "1-_"],
    [String.raw`^[\p{Alnum}.]+$`, "a.1", "a-1"],
    ["^(?i)lv(?#a country)$", "LV", "EE"],
    ["(?x) ^ a b # letters\n $", "ab", "a b"],
    ["^a{,2}$", "aa", "aaa"],
    [String.raw`^\x{41}$`, "A", "x"],
    ["^{a}]$", "{a}]", "a"],
    ["^[[]+$", "[[", "]"],
  ])("%s", (regex, matches, differs) => {
    expect([isMatch(regex, matches), isMatch(regex, differs)]).toEqual([true, false]);
  });

  test("what was taken possessively is not given back", () => {
    expect([isMatch("^a*a$", "aa"), isMatch("^a*+a$", "aa")]).toEqual([true, false]);
  });
});

test.each([
  "^(?<n>a|b(?&n))$",
  "^(a)?(?(1)b|c)$",
  String.raw`^a\Kb$`,
  "^[a-z&&[^x]]$",
  "^(?-i:a)$",
  String.raw`^(a)(?>b)\1$`,
  "^a**$",
])("%s cannot be judged", (regex) => {
  expect(regexOf(regex)).toBeUndefined();
});

test.each(["(", "a)", "[a", "*a", "a\\", "(?:+)"])("%s is broken in every dialect", (regex) => {
  expect(() => regexOf(regex)).toThrow(`the regex ${JSON.stringify(regex)} cannot be read`);
});
