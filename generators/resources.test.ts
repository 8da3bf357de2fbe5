import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limit } from "../specs/limits.ts";
import type { SchemaError } from "../specs/validate.ts";
import { borders, spreadOfSizes, unsortedOrder, type Walk, walk } from "./resources.ts";
import { always } from "./testing/always.ts";
import { errorsIn, page, query } from "./testing/errors-in.ts";

/** The errors that the specification finds in the titles and page sizes of a walk. */
function errorsOf({ titles, limits }: Walk): SchemaError[] {
  const data = titles.map((title, id) => ({ id, title }));
  return [
    ...errorsIn("listResources", page, { object: "list", data, has_more: false, next_cursor: null }),
    ...limits.flatMap((size) => errorsIn("listResources", query, { limit: size })),
  ];
}

const pagesOf = ({ titles, limits }: Walk) => limits.map((size) => Math.ceil(titles.length / size));

describe("a walk through a collection", () => {
  test("has titles and page sizes that the specification allows, and at most a dozen pages", () => {
    always(
      walk(),
      (made) => {
        expect(errorsOf(made)).toEqual([]);
        expect(Math.max(...pagesOf(made))).toBeLessThanOrEqual(12);
      },
      50,
    );
  });

  test("has titles of at least a letter, without spaces at their ends", () => {
    always(walk(40), ({ titles }) =>
      expect(titles.filter((title) => title === "" || title !== title.trim())).toEqual([]),
    );
  });

  test("meets titles that are equal", () => {
    const walks = fc.sample(walk(), { seed: 42, numRuns: 20 });
    expect(walks.some(({ titles }) => new Set(titles).size < titles.length)).toBe(true);
  });
});

describe("the collections at the border of a page", () => {
  test.each(borders())("are walked with limits of $limits", (border) => {
    expect(errorsOf(border)).toEqual([]);
    expect(Math.max(...pagesOf(border))).toBeLessThanOrEqual(12);
  });

  test.each(["page_size.default", "page_size.maximum"])("end just before, at and just after %s", (name) => {
    const counts = borders().map(({ titles }) => titles.length);
    expect(counts).toEqual(expect.arrayContaining([limit(name) - 1, limit(name), limit(name) + 1]));
  });
});

describe("a spread of page sizes", () => {
  test("has all of them in steps of 1", () => {
    expect(spreadOfSizes(1, 42)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  test.each([1, 42, -7])("stays within the bounds and begins elsewhere by the seed %i", (seed) => {
    const sizes = spreadOfSizes(5, seed);
    expect(sizes).toHaveLength(20);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(limit("page_size.minimum"));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit("page_size.maximum"));
    expect(sizes).not.toEqual(spreadOfSizes(5, seed + 1));
  });
});

test("the order of resources that show it follows neither their ids nor how they were seeded", () => {
  const resources = unsortedOrder();
  const byTitle = resources.toSorted((a, b) => a.title.localeCompare(b.title) || a.id - b.id);
  const ids = byTitle.map(({ id }) => id);
  expect(ids).not.toEqual(ids.toSorted((a, b) => a - b));
  const equal = resources.filter(({ title }) => title === byTitle[0]?.title).map(({ id }) => id);
  expect(equal).not.toEqual(equal.toSorted((a, b) => a - b));
  expect(new Set(ids).size).toBe(resources.length);
});
