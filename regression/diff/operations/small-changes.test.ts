import { describe, expect, test } from "vitest";
import type { Difference } from "../differences/difference.ts";
import { createDifferences } from "../differences/differences.ts";
import { openDocument } from "../documents/open-document.ts";
import { compareDocuments } from "./compare-documents.ts";
import { holders, smallChanges } from "./small-changes.test-data.ts";

const base = { openapi: "3.1.0", info: { title: "Things", version: "1" } };

function compare(old: object, fresh: object): Difference[] {
  const differences = createDifferences();
  const open = (file: string, document: object) =>
    openDocument(file, () => JSON.parse(JSON.stringify({ ...base, ...document })) as unknown);
  compareDocuments(open("old.json", old), open("new.json", fresh), differences);
  return differences.list();
}

describe.each(Object.keys(holders) as (keyof typeof holders)[])("%s", (holder) => {
  const own = smallChanges.filter(([name]) => name === holder);
  test.each(own.map(([, change, old, fresh, finds, why]) => ({ change, old, fresh, finds, why })))(
    "$change: $why",
    ({ old, fresh, finds }) => {
      const make: (part: unknown) => object = holders[holder];
      const found = compare(make(old), make(fresh));
      expect(Object.fromEntries(found.map(({ rule, level }) => [rule, level]))).toEqual(finds);
      expect(new Set(found.map(({ rule }) => rule)).size, "no rule is reported twice").toBe(found.length);
    },
  );
});

test("the table holds at least 120 small changes, each of them once", () => {
  expect(smallChanges.length).toBeGreaterThanOrEqual(120);
  expect(new Set(smallChanges.map(([holder, change]) => `${holder} ${change}`)).size).toBe(smallChanges.length);
});

test("every difference points to a place on both sides", () => {
  for (const [holder, change, old, fresh] of smallChanges) {
    const make: (part: unknown) => object = holders[holder];
    for (const { rule, old: before, new: after } of compare(make(old), make(fresh)))
      expect([before?.file, after?.file], `${change}: ${rule}`).toEqual(["old.json", "new.json"]);
  }
});

test("no version differs from itself", () => {
  for (const [holder, change, old, fresh] of smallChanges) {
    const make: (part: unknown) => object = holders[holder];
    for (const part of [old, fresh]) expect(compare(make(part), make(part)), change).toEqual([]);
  }
});

test("a narrower value that is sent is a wider one that is received", () => {
  const turned: Record<string, string> = { breaking: "compatible", compatible: "breaking", warning: "warning" };
  for (const [holder, change, old, fresh, finds] of smallChanges) {
    if (
      holder !== "request" ||
      JSON.stringify(old).includes("readOnly") ||
      Object.keys(finds).some((rule) =>
        /property|default|any-of|type-changed|of-changed|pattern-exchanged|content-changed/.test(rule),
      )
    )
      continue;
    const levels = (documents: [object, object]) =>
      Object.fromEntries(compare(...documents).map(({ rule, level }) => [rule.replace(/^[a-z]+-/, ""), level]));
    const sent = levels([holders.request(old), holders.request(fresh)]);
    const received = levels([holders.webhook(old), holders.webhook(fresh)]);
    expect(received, change).toEqual(
      Object.fromEntries(Object.entries(sent).map(([rule, level]) => [rule, turned[level]])),
    );
  }
});
