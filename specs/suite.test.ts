import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { digestOfSources, identifySuite } from "./suite.ts";

const root = mkdtempSync(join(tmpdir(), "assay-suite-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Writes a file of a small suite, and returns its digest then. */
function write(path: string, text: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return digestOfSources(root);
}

test("the digest of the suite changes with whatever decides a verdict, and with nothing else", () => {
  for (const folder of ["specs", "suites", "generators"]) mkdirSync(join(root, folder));
  write("specs/limits.yaml", "window: 12");
  write("generators/values.ts", "export const sizes = [1, 2];");
  const before = write("suites/rules/rule.ts", "export const rule = 1;\n");
  expect(write("suites/rules/rule.test.ts", "a test")).toBe(before);
  expect(write("suites/testing/judging.ts", "an aid of tests")).toBe(before);
  expect(write("suites/rules/rule.ts", "export const rule = 1;\r\n")).toBe(before);
  expect(write("suites/rules/rule.ts", "export const rule = 2;\n")).not.toBe(before);
  expect(write("suites/rules/rule.ts", "export const rule = 1;\n")).toBe(before);
  expect(write("specs/limits.yaml", "window: 13")).not.toBe(before);
});

test("the suite names itself, its version and a digest", () => {
  expect(identifySuite()).toEqual({
    name: "assay",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  });
});
