import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTest, root, sources } from "./testing/sources.ts";

const texts = sources.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

test("a type's name has one meaning: no two source files declare the same one", () => {
  const declared = new Map<string, string[]>();
  for (const { file, text } of texts.filter((source) => !source.file.startsWith("contracts/consumers/")))
    for (const [, name = ""] of text.matchAll(/^(?:export )?(?:abstract )?(?:class|interface|type) (\w+)/gm))
      declared.set(name, [...(declared.get(name) ?? []), file]);
  expect([...declared].filter(([, files]) => files.length > 1)).toEqual([]);
});

test("no variable is called one", () => {
  const binding =
    /\b(?:const|let) (?:one\b|[[{][^=;]*\bone\b[^=;]*[\]}] =)|\bone\b(?=\) =>| =>)|\((?:[^()]*, )?one\b(?:[:,][^()]*)?\) =>/;
  expect(texts.filter(({ text }) => binding.test(text)).map(({ file }) => file)).toEqual([]);
});

test("tests and what serves them alone are told from sources", () => {
  expect(["a/b.test.ts", "a/b.slow.test.ts", "a/b.test-data.ts", "a/testing/c.ts"].every(isTest)).toBe(true);
  expect(isTest("a/test.ts")).toBe(false);
});
