import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Difference } from "./differences/difference.ts";
import { rules } from "./differences/rules.ts";
import { type IgnoreEntry, readIgnores, siftDifferences } from "./ignores.ts";

const found: Difference[] = [
  {
    fingerprint: "0123456789ab",
    rule: "response-null-allowed",
    level: "breaking",
    says: "The 200 answer: /a may now be null.",
    old: { file: "old.yaml", pointer: "/components/schemas/A/properties/a/type" },
    new: { file: "new.yaml", pointer: "/components/schemas/B/properties/a/type" },
    operations: ["GET /a", "GET /b"],
    names: ["200", "a"],
  },
  {
    fingerprint: "ba9876543210",
    rule: "limit-tightened",
    level: "breaking",
    says: "The limit x is now 1.",
    operations: [],
    names: [],
  },
];
const entry = (more: Partial<IgnoreEntry>): IgnoreEntry => ({
  rule: "response-null-allowed",
  reason: "nobody reads it",
  expires: "2030-01-31",
  ...more,
});

describe("ignored differences", () => {
  test("are taken out with their reason, and the others stay", () => {
    const { differences, ignored, stale } = siftDifferences(found, [entry({})], "2030-01-31");
    expect(differences.map(({ rule }) => rule)).toEqual(["limit-tightened"]);
    expect(ignored).toMatchObject([
      { rule: "response-null-allowed", reason: "nobody reads it", expires: "2030-01-31" },
    ]);
    expect(stale).toEqual([]);
  });

  test("stay for the operations that the entry does not name", () => {
    const { differences, ignored } = siftDifferences(found, [entry({ operation: "GET /a" })], "2030-01-01");
    expect(differences[0]?.operations).toEqual(["GET /b"]);
    expect(ignored[0]?.operations).toEqual(["GET /a"]);
  });

  test("are found by a pointer of either side, and by one above it", () => {
    for (const at of ["/components/schemas/A", "/components/schemas/B/properties/a/type"]) {
      expect(siftDifferences(found, [entry({ at })], "2030-01-01").differences).toHaveLength(1);
    }
    expect(siftDifferences(found, [entry({ at: "/components/schemas/AB" })], "2030-01-01").differences).toHaveLength(2);
  });

  test("count again on the day after the entry expired, and the entry is stale", () => {
    const { differences, stale } = siftDifferences(found, [entry({})], "2030-02-01");
    expect(differences).toEqual(found);
    expect(stale).toEqual([{ ...entry({}), why: "it expired on 2030-01-31" }]);
  });

  test("that are not there make the entry stale", () => {
    const { stale } = siftDifferences(found, [entry({ rule: "operation-removed" })], "2030-01-01");
    expect(stale).toMatchObject([{ rule: "operation-removed", why: "there is no such difference" }]);
  });
});

describe("a mistake in an ignore file", () => {
  const mistakes: [text: string, message: string][] = [
    [
      "ignore: [{ rule: operation-removed, expires: 2030-01-31 }]",
      "#/ignore/0/reason: it is missing; an accepted difference has rule or fingerprint, reason and expires",
    ],
    [
      "ignore: [{ rule: operation-removed, reason: x }]",
      "#/ignore/0/expires: it is missing; an accepted difference has rule or fingerprint, reason and expires",
    ],
    [
      "ignore: [{ rule: operation-removed, reason: x, expires: 2030-02-31 }]",
      '#/ignore/0/expires: found the string "2030-02-31", expected a date in the form YYYY-MM-DD',
    ],
    [
      "ignore: [{ rule: operation-remove, reason: x, expires: 2030-01-31 }]",
      '#/ignore/0/rule: there is no "operation-remove"; did you mean operation-removed?',
    ],
    [
      "ignore: [{ rule: operation-removed, because: x, reason: x, expires: 2030-01-31 }]",
      "#/ignore/0/because: this key is unknown; known keys are rule, fingerprint, operation, at, reason, expires",
    ],
    ["ignore: [{ reason: x, expires: 2030-01-31 }]", "#/ignore/0/rule: it is missing"],
    [
      "ignore: [{ fingerprint: 12, reason: x, expires: 2030-01-31 }]",
      "#/ignore/0/fingerprint: found the number 12, expected a fingerprint of 12 hexadecimal digits",
    ],
    ["accept: []", "#/ignore: it is missing"],
  ];
  const folder = mkdtempSync(join(tmpdir(), "assay-ignore-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(mistakes)("%s is reported with file, key and what is wrong", (text, message) => {
    const file = join(folder, "ignore.yaml");
    writeFileSync(file, text);
    expect(() => readIgnores(file)).toThrow(`${file}${message}`);
  });
});

test("rules have ids of their own, in one form", () => {
  for (const id of Object.keys(rules)) expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
  expect(Object.keys(rules).length).toBeGreaterThan(500);
});
