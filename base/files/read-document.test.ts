import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UsageError } from "../errors.ts";
import { readDocument } from "./read-document.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-read-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "document");
const read = (text: string): unknown => {
  writeFileSync(file, text);
  return readDocument(file);
};

describe("a document", () => {
  test.each([
    ["JSON", '{ "a": [1, "b:", { "c": null }] }'],
    ["YAML", "a:\n  - 1\n  - 'b:'\n  - c:\n"],
    ["YAML in one line", '{ a: [1, "b:", { c: ~ }] }'],
    ["JSON behind a byte order mark", '\uFEFF{ "a": [1, "b:", { "c": null }] }'],
  ])("is read from %s", (_, text) => expect(read(text)).toEqual({ a: [1, "b:", { c: null }] }));

  test("keeps dates as texts, and merges keys", () => {
    expect(read("base: &base { day: 2026-03-01 }\ncopy: { <<: *base, b: 1 }\n")).toEqual({
      base: { day: "2026-03-01" },
      copy: { day: "2026-03-01", b: 1 },
    });
  });

  const mistakes: [what: string, text: string, message: string | RegExp][] = [
    ["that has a key twice", "a: 1\nb: 2\na: 3\n", ":3: a key stands twice in one object; keep one of them"],
    ["of JSON that has a key twice", '{ "a": 1,\n "a": 2 }', ":2: a key stands twice in one object; keep one of them"],
    ["that is torn", "a: 1\nb: [", /^:\d: this is neither JSON nor YAML: /],
    ["that is nested too deep", "[".repeat(500), ":1: it is nested more than 100 levels deep; flatten it"],
    ["that is a list", "- a\n", "#: found a list, expected an object"],
    ["that is a text", "hello\n", "#: found a text, expected an object"],
    [
      "of merge keys that repeat a large object",
      `a: &a { ${Array.from({ length: 2000 }, (_, index) => `k${index}: 1`).join(", ")} }\n${Array.from({ length: 9 }, (_, index) => `b${index}: { <<: *a }\n`).join("")}`,
      /^:\d+: this is neither JSON nor YAML: merge keys exceeded/,
    ],
    ["that merges a number", "a: { <<: 5 }\n", /^:1: this is neither JSON nor YAML: cannot merge/],
    ["of 9 MB of YAML", `a: "${"x".repeat(9_000_000)}"\n`, ": it has 9 MB, and more than 8 MB are not read; split it"],
    ["that is HTML", "<p>", ": this is HTML or XML; give JSON or YAML"],
  ];
  test.each(mistakes)("%s is refused", (_, text, message) => {
    let said = "";
    try {
      read(text);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      said = (error as Error).message.replace(file, "");
    }
    if (typeof message === "string") expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  test("that is not there is refused with what to give instead", () => {
    const missing = join(folder, "missing.yaml");
    expect(() => readDocument(missing, "an ignore file")).toThrow(
      `${missing}: there is no such file; give an ignore file`,
    );
    expect(() => readDocument(folder)).toThrow(`${folder}: this is a folder`);
  });
});
