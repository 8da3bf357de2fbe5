import fc from "fast-check";
import { limit } from "../specs/limits.ts";
import { title } from "./titles.ts";

/** A collection of resources, and the page sizes with which it is walked. */
export interface Walk {
  titles: string[];
  limits: [number, number];
}

/** A collection from none to several hundred resources, and page sizes that read it in at most a dozen pages. */
export const walk = (most = 300): fc.Arbitrary<Walk> =>
  fc
    .array(title(), { maxLength: most, size: "max" })
    .chain((titles) =>
      fc.tuple(pageSize(titles.length), pageSize(titles.length)).map((limits): Walk => ({ titles, limits })),
    );

/** As many pages as a walk takes at most: each costs a request. */
const maxPages = 12;

const [smallest, usual, largest] = [limit("page_size.minimum"), limit("page_size.default"), limit("page_size.maximum")];

/** A page size that is allowed and reads a collection in few pages. */
const pageSize = (count: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.max(smallest, Math.ceil(count / maxPages)), max: largest });

/** Page sizes in equal steps, the first by a seed: all of them where the step is 1. */
export const spreadOfSizes = (step: number, seed: number): number[] => {
  const first = smallest + (Math.abs(seed) % step);
  return Array.from({ length: Math.ceil((largest - first + 1) / step) }, (_, index) => first + index * step);
};

/** Titles that hold what a program may escape or cut, and equal ones across the borders of pages. */
const borderTitle = (index: number): string => {
  const room = `Room ${100 + Math.floor(index / 7)}`;
  return index < 2 ? `${room} & <b>"Chair's"</b> ${"x".repeat(180)}` : room;
};

/** Collections that end just before, at and just after the border of a page, with equal titles across it; the sizes differ from each other. */
export const borders = (): Walk[] => [
  // One item is left over after full pages.
  { titles: ["A", "B", "C", "D", "E"], limits: [2, 4] },
  ...[0, 1, usual - 1, usual, usual + 1, 2 * usual, largest - 1, largest, largest + 1].map((count, index): Walk => {
    const few = Math.max(5, Math.ceil(count / 4));
    return {
      titles: Array.from({ length: count }, (_, at) => borderTitle(at)),
      limits: count > usual + 1 ? [few + index, 2 * usual + 7 * index - 30] : [few + index, 61 + 5 * index],
    };
  }),
];

/** Resources whose order shows what it goes by: long titles that differ at their end, equal ones, and ids that follow neither them nor each other. */
export const unsortedOrder = (): { id: number; title: string }[] => {
  const beginning = "A treatment room of the second floor, facing the garden, ";
  const endings = ["d", "b", "a", "c", "b", "a", "d", "c", "b", "a", "b", "a"];
  return endings.map((ending, index) => ({ id: 95 + ((index * 7) % endings.length), title: `${beginning}${ending}` }));
};
