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
const mostPages = 12;

const [smallest, usual, largest] = [limit("page_size.minimum"), limit("page_size.default"), limit("page_size.maximum")];

/** A page size that is allowed and reads a collection in few pages. */
const pageSize = (count: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.max(smallest, Math.ceil(count / mostPages)), max: largest });

/** Collections that end just before, at and just after the border of a page, with equal titles across it. */
export const borders = (): Walk[] =>
  [0, 1, usual - 1, usual, usual + 1, 2 * usual, largest - 1, largest, largest + 1].map(
    (count): Walk => ({
      titles: Array.from({ length: count }, (_, index) => `Room ${100 + Math.floor(index / 7)}`),
      limits: count > usual + 1 ? [usual, 2 * usual] : [5, 12],
    }),
  );
