import { describe, expect, test } from "vitest";
import type { Difference } from "../differences/difference.ts";
import { createDifferences } from "../differences/differences.ts";
import { openDocument } from "../documents/open-document.ts";
import { compareDocuments } from "./compare-documents.ts";
import { rows, settings } from "./small-changes.test-data.ts";

const base = { openapi: "3.1.0", info: { title: "Things", version: "1" } };

function compare(old: object, fresh: object): Difference[] {
  const differences = createDifferences();
  const open = (file: string, document: object) =>
    openDocument(file, () => JSON.parse(JSON.stringify({ ...base, ...document })) as unknown);
  compareDocuments(open("old.json", old), open("new.json", fresh), differences);
  return differences.list();
}

describe.each(Object.keys(settings) as (keyof typeof settings)[])("%s", (setting) => {
  const own = rows.filter(([its]) => its === setting);
  test.each(own.map(([, change, old, fresh, finds, why]) => ({ change, old, fresh, finds, why })))(
    "$change: $why",
    ({ old, fresh, finds }) => {
      const make: (part: unknown) => object = settings[setting];
      const found = compare(make(old), make(fresh));
      expect(Object.fromEntries(found.map(({ rule, level }) => [rule, level]))).toEqual(finds);
      expect(new Set(found.map(({ rule }) => rule)).size, "no rule tells the same twice").toBe(found.length);
    },
  );
});

test("the table holds at least 120 small changes, each of them once", () => {
  expect(rows.length).toBeGreaterThanOrEqual(120);
  expect(new Set(rows.map(([setting, change]) => `${setting} ${change}`)).size).toBe(rows.length);
});

test("every difference points to a place on both sides", () => {
  for (const [setting, change, old, fresh] of rows) {
    const make: (part: unknown) => object = settings[setting];
    for (const { rule, old: one, new: other } of compare(make(old), make(fresh)))
      expect([one?.file, other?.file], `${change}: ${rule}`).toEqual(["old.json", "new.json"]);
  }
});

test("no version differs from itself", () => {
  for (const [setting, change, old, fresh] of rows) {
    const make: (part: unknown) => object = settings[setting];
    for (const part of [old, fresh]) expect(compare(make(part), make(part)), change).toEqual([]);
  }
});

test("a narrower value that is sent is a wider one that is received", () => {
  const turned: Record<string, string> = { breaking: "compatible", compatible: "breaking", warning: "warning" };
  for (const [setting, change, old, fresh, finds] of rows) {
    if (
      setting !== "request" ||
      JSON.stringify(old).includes("readOnly") ||
      Object.keys(finds).some((rule) => /property|default|any-of|type-changed|of-changed/.test(rule))
    )
      continue;
    const levels = (documents: [object, object]) =>
      Object.fromEntries(compare(...documents).map(({ rule, level }) => [rule.replace(/^[a-z]+-/, ""), level]));
    const sent = levels([settings.request(old), settings.request(fresh)]);
    const received = levels([settings.webhook(old), settings.webhook(fresh)]);
    expect(received, change).toEqual(
      Object.fromEntries(Object.entries(sent).map(([rule, level]) => [rule, turned[level]])),
    );
  }
});
