import { describe, expect, test } from "vitest";
import type { Requirement } from "./ledger.ts";
import { findGaps, listedNames, loadParts, nameGaps, type Parts } from "./testing/completeness.ts";
import { type OutlineNames, type OutlineSection, placeKinds } from "./testing/outline.ts";

const parts = loadParts();
const { ledger, outline, held } = parts;

/** True if parts of the specification in place of the real ones are found to be incomplete. */
const isIncomplete = (changed: Partial<Parts>): boolean => findGaps({ ...parts, ...changed }).length > 0;

const byId = (id: string): Requirement => {
  const found = ledger.find((requirement) => requirement.id === id);
  if (!found) throw new Error(`${id} is in the ledger`);
  return found;
};

/** A copy of an object without one of its keys. */
const without = <T extends object>(whole: T, key: string): T =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key)) as T;

/** The outline with one section replaced, or left out. */
const outlineWith = (old: OutlineSection, ...replacement: OutlineSection[]): Partial<Parts> => ({
  outline: { ...outline, sections: outline.sections.flatMap((section) => (section === old ? replacement : [section])) },
});

/** The ledger with one requirement replaced, or left out. */
const ledgerWith = (old: Requirement, ...replacement: Requirement[]): Partial<Parts> => ({
  ledger: ledger.flatMap((requirement) => (requirement === old ? replacement : [requirement])),
});

test("the specification is complete", () => {
  expect(findGaps(parts)).toEqual([]);
});

describe("the specification is incomplete", () => {
  test("without any one heading of the outline", () => {
    const unnoticed = outline.sections.filter((section) => !isIncomplete(outlineWith(section)));
    expect(unnoticed).toEqual([]);
  });

  test.each(placeKinds)("without any one of the %s of the outline", (kind) => {
    const unnoticed = outline.sections.flatMap((section) =>
      Object.keys(section[kind] ?? {})
        .filter(
          (place) => !isIncomplete(outlineWith(section, { ...section, [kind]: without(section[kind] ?? {}, place) })),
        )
        .map((place) => `${section.heading} > ${place}`),
    );
    expect(unnoticed).toEqual([]);
  });

  test("without any one requirement", () => {
    const unnoticed = ledger.filter((requirement) => !isIncomplete(ledgerWith(requirement)));
    expect(unnoticed).toEqual([]);
  });

  test.each([...new Set(ledger.map(({ area }) => area))])("without any one source of any requirement of %s", (area) => {
    const unnoticed = ledger
      .filter((requirement) => requirement.area === area)
      .flatMap((requirement) =>
        requirement.sources
          .map((source) => requirement.sources.filter((candidate) => candidate !== source))
          .filter((sources) => !isIncomplete(ledgerWith(requirement, { ...requirement, sources })))
          .map((sources) => [requirement.id, sources]),
      );
    expect(unnoticed).toEqual([]);
  });

  test.each(Object.keys(outline.names) as (keyof OutlineNames)[])("without any one of the %s that it names", (kind) => {
    const names = listedNames(outline.names, kind);
    const gapOf = (name: string | undefined) => `${kind}: ${name} is in no document`;
    const gapsWithout = (name: string) =>
      nameGaps(outline.names, { ...held, [kind]: held[kind].filter((candidate) => candidate !== name) });
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !gapsWithout(name).includes(gapOf(name)))).toEqual([]);
    expect(findGaps({ ...parts, held: { ...held, [kind]: [] } })).toContain(gapOf(names[0]));
  });

  test("without the oracle of any one field, or of any one requirement that no field shows", () => {
    const { oracles } = parts;
    const fields = oracles.filter(
      (row) => !isIncomplete({ oracles: oracles.map((each) => (each === row ? { ...row, oracle: {} } : each)) }),
    );
    expect(fields).toEqual([]);
    const shown = new Set(oracles.flatMap(({ requirements }) => requirements));
    const requirements = ledger.filter(
      ({ id, oracle, ...rest }) =>
        oracle &&
        rest.binds !== "partner" &&
        rest.level !== "open" &&
        !shown.has(id) &&
        !isIncomplete(ledgerWith(byId(id), { ...rest, id })),
    );
    expect(requirements).toEqual([]);
  });

  test("where a type alone is judged without a reason, or an oracle is of no kind", () => {
    for (const oracle of [{ "type only": "" }, { guess: "" }]) {
      const [first, ...rest] = parts.oracles;
      if (!first) throw new Error("the documents have fields");
      expect(isIncomplete({ oracles: [{ ...first, oracle }, ...rest] })).toBe(true);
    }
  });

  test("without any one reading, or with one that no requirement cites", () => {
    const unnoticed = parts.readings.filter(
      (number) => !isIncomplete({ readings: parts.readings.filter((other) => other !== number) }),
    );
    expect(unnoticed).toEqual([]);
    expect(isIncomplete({ readings: [...parts.readings, 99] })).toBe(true);
  });

  test("where an entry has neither a requirement nor a reason", () => {
    const [first] = outline.sections;
    if (!first) throw new Error("the outline has sections");
    const silent = { ...first, rows: { ...first.rows, "{base_url}": [] } };
    expect(findGaps({ ...parts, ...outlineWith(first, silent) })).toContain(
      '"Partner Integration API Specification > {base_url}" has neither a requirement nor a reason',
    );
  });
});
