import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { sources } from "./testing/sources.ts";

const root = dirname(packageFile("package.json"));

/** Words that were replaced, with what stands for them now. */
const retired: readonly [word: RegExp, instead: string][] = [
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\b(nobody|somebody|whoever)\b/i, "name the actor, or use the passive"],
  [/\b(tells?|told)\b/i, "reports, says, prints"],
  [/\b(held|holds?|held) (\w+ ){0,3}against\b/i, "is checked against"],
  [/\bhangs? together\b/i, "is consistent"],
  [/\bputs? up with\b/i, "tolerate"],
  [/\bin turn\b/i, "one after another"],
  [/\bby themselves\b/i, "alone"],
  [/\blistens there\b/i, "connection refused"],
  [/\bthe way of a request\b/i, "the path of a request"],
  [/\b(the|a|every) rooms?\b/i, "folder"],
  [/^\/\*\* (\* )?Whether\b/, "True if"],
  [/^(\/\*\* (\* )?|\/\/ )What\b/, "the thing itself: the outcome, the packages"],
];

/** Names of faults and choices identify them in stored results, and a migration that was applied stays as it is. */
const exempt = /^(sandbox\/(faults|choices)|suites\/testing|bench|lab|generators)\/|^console\/store\/migrations\.ts$/;

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "specs/README.md",
  ...(readdirSync(join(root, "docs"), { recursive: true }) as string[])
    .filter((file) => /\.(md|schema\.json)$/.test(file))
    .map((file) => join("docs", file)),
];

/** A template, in which templates may be nested as deep as sources nest them. */
const templateOf = (depth: number): string =>
  "`(?:[^`\\\\$]|\\\\.|\\$(?!\\{)|\\$\\{(?:[^`{}]|\\{[^`{}]*\\}@)*\\})*`".replace(
    "@",
    depth > 0 ? `|${templateOf(depth - 1).replaceAll("$", "$$$$")}` : "",
  );

const pattern = String.raw`/(?:[^/\\\n[ ]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/`;
const comment = String.raw`/\*[\s\S]*?\*/|//[^\n]*`;
const tokens = new RegExp(String.raw`${comment}|"(?:[^"\\\n]|\\.)*"|${templateOf(3)}|${pattern}`, "g");

/** The sentences that a source has in its strings. */
const sentencesIn = (text: string): string[] =>
  [...text.matchAll(tokens)].flatMap(([token]) =>
    /^["`]/.test(token) && token.includes(" ") ? [token.replace(/\$\{[^}`]*\}/g, "…")] : [],
  );

/** The comments of a source, without what they quote. */
const commentsIn = (text: string): string[] =>
  [...text.matchAll(tokens)].flatMap(([token]) =>
    /^\/[*/]/.test(token) ? [token.replace(/`[^`]*`|"[^"]*"/g, "")] : [],
  );

/** Prose of a page, without code and what commands print. */
const proseIn = (text: string): string[] =>
  text.replace(/```[\s\S]*?```|`[^`]*`|"const": "told"|"mend"/g, "").split("\n");

const found = (file: string, lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    retired.flatMap(([word, instead]) => (word.test(line) ? [`${file}: ${line.trim()} (write: ${instead})`] : [])),
  );

test("no message of the program has a retired word", () => {
  const shown = sources.filter((file) => !exempt.test(file));
  expect(shown.flatMap((file) => found(file, sentencesIn(readFileSync(join(root, file), "utf8"))))).toEqual([]);
});

test("no comment has a retired word", () => {
  expect(sources.flatMap((file) => found(file, commentsIn(readFileSync(join(root, file), "utf8"))))).toEqual([]);
});

test("no page has a retired word", () => {
  expect(pages.flatMap((file) => found(file, proseIn(readFileSync(join(root, file), "utf8"))))).toEqual([]);
});

test("no paragraph of a page has more than five lines of 130 characters", () => {
  const long = pages.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .replace(/```[\s\S]*?```/g, "")
      .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )/)
      .filter((paragraph) => !/^\s*(\||<)/.test(paragraph) && paragraph.length > 650 && file.endsWith(".md"))
      .map((paragraph) => `${file}: ${paragraph.slice(0, 60)}… (${paragraph.length})`),
  );
  expect(long).toEqual([]);
});

test("a retired word is found in messages, however deep, and not in the code and the comments around them", () => {
  const code =
    '/* mend `it */ const mend = `<p>${list.map(({ mend }) => markup`<b>mend ${mend}</b>`)}</p>`; // nobody\n"told you"';
  expect(found("file", sentencesIn(code))).toHaveLength(2);
});
