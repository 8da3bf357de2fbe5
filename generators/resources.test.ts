import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limit } from "../specs/limits.ts";
import type { SchemaError } from "../specs/validate.ts";
import { borders, type Walk, walk } from "./resources.ts";
import { always } from "./testing/always.ts";
import { errorsIn, page, query } from "./testing/errors-in.ts";

/** What the specification finds wrong with the titles and page sizes of a walk. */
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
