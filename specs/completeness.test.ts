import { describe, expect, test } from "vitest";
import { findGaps, listedNames, loadParts, type Parts } from "./completeness.ts";
import type { Requirement } from "./ledger.ts";
import { type OutlineNames, type OutlineSection, placeKinds } from "./outline.ts";

const parts = loadParts();

/** A copy of an object without one of its keys. */
const without = <T extends object>(whole: T, key: string): T =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key)) as T;

const withSections = (sections: OutlineSection[]): Parts => ({ ...parts, outline: { ...parts.outline, sections } });

describe("the specification as data", () => {
  test("is complete", () => {
    expect(findGaps(parts)).toEqual([]);
  });

  test("is incomplete without any one heading of the outline", () => {
    for (const section of parts.outline.sections) {
      const rest = parts.outline.sections.filter((candidate) => candidate !== section);
      expect(findGaps(withSections(rest)), section.heading).not.toEqual([]);
    }
  });

  test("is incomplete without any one row, rule or sentence of the outline", () => {
    for (const section of parts.outline.sections) {
      for (const kind of placeKinds) {
        for (const place of Object.keys(section[kind] ?? {})) {
          const shorter = { ...section, [kind]: without(section[kind] ?? {}, place) };
          const sections = parts.outline.sections.map((candidate) => (candidate === section ? shorter : candidate));
          expect(findGaps(withSections(sections)), `${section.heading} > ${place}`).not.toEqual([]);
        }
      }
    }
  });

  const areas = [...new Set(parts.ledger.map(({ area }) => area))];
  describe.each(areas)("in the area %s", (area) => {
    const requirements = parts.ledger.filter((requirement) => requirement.area === area);
    /** The ledger with one requirement replaced, or left out. */
    const ledgerWith = (old: Requirement, ...replacement: Requirement[]): Requirement[] =>
      parts.ledger.flatMap((requirement) => (requirement === old ? replacement : [requirement]));

    test("is incomplete without any one requirement", () => {
      for (const requirement of requirements)
        expect(findGaps({ ...parts, ledger: ledgerWith(requirement) }), requirement.id).not.toEqual([]);
    });

    test("is incomplete without any one source of any requirement", () => {
      for (const requirement of requirements) {
        for (const source of requirement.sources) {
          const sources = requirement.sources.filter((candidate) => candidate !== source);
          const ledger = ledgerWith(requirement, { ...requirement, sources });
          expect(findGaps({ ...parts, ledger }), `${requirement.id} from ${source}`).not.toEqual([]);
        }
      }
    });
  });

  const kinds = Object.keys(parts.outline.names) as (keyof OutlineNames)[];
  test.each(kinds)("is incomplete without any one of the %s that it names", (kind) => {
    const names = listedNames(parts.outline.names, kind);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const held = { ...parts.held, [kind]: parts.held[kind].filter((candidate) => candidate !== name) };
      expect(findGaps({ ...parts, held }), `${kind}: ${name}`).toContain(`${kind}: ${name} is in no document`);
    }
  });

  test("asks for a reason where an entry leads to no requirement", () => {
    const [first, ...rest] = parts.outline.sections;
    const silent = { ...first, rows: { ...first?.rows, "{base_url}": [] } } as OutlineSection;
    expect(findGaps(withSections([silent, ...rest]))).toContain(
      '"Partner Integration API Specification > {base_url}" has neither a requirement nor a reason',
    );
  });
});
