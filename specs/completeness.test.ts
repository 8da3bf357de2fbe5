import { describe, expect, test } from "vitest";
import { gaps, loadParts, type Parts } from "./completeness.ts";
import { kinds, type Names, type Section } from "./outline.ts";

const parts = loadParts();

/** A copy of an object without one of its keys. */
const without = <T extends object>(whole: T, key: string): T =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key)) as T;

const withSections = (sections: Section[]): Parts => ({ ...parts, outline: { ...parts.outline, sections } });

describe("the specification as data", () => {
  test("is complete", () => {
    expect(gaps(parts)).toEqual([]);
  });

  test("is incomplete without any one heading of the outline", () => {
    for (const section of parts.outline.sections) {
      const rest = parts.outline.sections.filter((one) => one !== section);
      expect(gaps(withSections(rest)), section.heading).not.toEqual([]);
    }
  });

  test("is incomplete without any one row, rule or sentence of the outline", () => {
    for (const section of parts.outline.sections) {
      for (const kind of kinds) {
        for (const place of Object.keys(section[kind] ?? {})) {
          const shorter = { ...section, [kind]: without(section[kind] ?? {}, place) };
          const sections = parts.outline.sections.map((one) => (one === section ? shorter : one));
          expect(gaps(withSections(sections)), `${section.heading} > ${place}`).not.toEqual([]);
        }
      }
    }
  });

  test("is incomplete without any one requirement", () => {
    for (const { id } of parts.ledger) {
      expect(gaps({ ...parts, ledger: parts.ledger.filter((one) => one.id !== id) }), id).not.toEqual([]);
    }
  });

  test("is incomplete without any one source of any requirement", () => {
    for (const requirement of parts.ledger) {
      for (const source of requirement.sources) {
        const poorer = { ...requirement, sources: requirement.sources.filter((one) => one !== source) };
        const ledger = parts.ledger.map((one) => (one === requirement ? poorer : one));
        expect(gaps({ ...parts, ledger }), `${requirement.id} from ${source}`).not.toEqual([]);
      }
    }
  });

  test.each(Object.keys(parts.outline.names))("is incomplete without any one of the %s that it names", (kind) => {
    const named = gapNames(kind as keyof Names);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) {
      const held = { ...parts.held, [kind]: parts.held[kind as keyof Names].filter((one) => one !== name) };
      expect(gaps({ ...parts, held }), `${kind}: ${name}`).not.toEqual([]);
    }
  });

  test("asks a reason of an entry that leads to no requirement", () => {
    const [first, ...rest] = parts.outline.sections;
    const silent = { ...first, rows: { ...first?.rows, "{base_url}": [] } } as Section;
    expect(gaps(withSections([silent, ...rest]))).toContain(
      '"Partner Integration API Specification > {base_url}" has neither a requirement nor a reason',
    );
  });
});

/** The names of a kind, by taking all of them away and reading what is missed. */
function gapNames(kind: keyof Names): string[] {
  const prefix = `${kind}: `;
  return gaps({ ...parts, held: { ...parts.held, [kind]: [] } })
    .filter((gap) => gap.startsWith(prefix))
    .map((gap) => gap.slice(prefix.length).replace(/ is in no document$/, ""));
}
