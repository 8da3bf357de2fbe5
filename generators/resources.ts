import fc from "fast-check";
import { title } from "./titles.ts";

/** A collection of resources, and the page sizes with which it is walked. */
export interface Walk {
  titles: string[];
  limits: [number, number];
}

/** Collections from none to several hundred, walked in at most a dozen pages. */
export const walk = (most = 300): fc.Arbitrary<Walk> =>
  fc
    .array(title(), { maxLength: most, size: "max" })
    .chain((titles) =>
      fc
        .tuple(pageSize(titles.length), pageSize(titles.length))
        .map(([one, other]): Walk => ({ titles, limits: [one, other] })),
    );

/** A page size that is allowed and reads a collection in at most a dozen pages. */
const pageSize = (count: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.max(1, Math.ceil(count / 12)), max: 100 });

/** Collections whose size meets the border of a page, with equal titles across it. */
export const borders = (): Walk[] =>
  [0, 1, 24, 25, 26, 50, 99, 100, 101].map(
    (count): Walk => ({
      titles: Array.from({ length: count }, (_, index) => `Room ${100 + Math.floor(index / 7)}`),
      limits: [count > 30 ? 25 : 5, count > 30 ? 50 : 12],
    }),
  );
