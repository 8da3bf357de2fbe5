import type { PartnerRequest } from "../requests/partner-request.ts";

/** How long a long list is: longer than the caps that people build in, and still read within seconds. */
const long = { items: 300, most: 1000, pages: { least: 10, most: 20 } };

/** How much of the time that an action has a walk may take. */
const shareOfTime = 0.6;

/** So many full pages and one item, or some other number more. */
export const itemsFor = (pages: number, size: number, more = 1): number => pages * size + more;

/** How many full pages a long list has, in a size, for an application that reads so many pages a second in so many seconds. */
export function longList(size: number, { perSecond, seconds }: { perSecond: number; seconds: number }): number {
  const wanted = Math.min(Math.max(Math.ceil(long.items / size), long.pages.least), long.pages.most);
  const notTooMany = Math.min(wanted, Math.max(2, Math.floor(long.most / size)));
  return Math.max(2, Math.min(notTooMany, Math.floor(perSecond * seconds * shareOfTime)));
}

/** Milliseconds after which a request belongs to another walk. */
const longestGap = 5_000;

/** How many pages a second are assumed where too few were read to tell. */
const usualPace = 5;

/** How many pages a second an application reads, by some of its reads; those of one Location that follow each other belong to one walk. */
export function pace(reads: readonly Pick<PartnerRequest, "at" | "location">[]): number {
  const gaps = reads
    .slice(1)
    .map((read, index) => ({ read, before: reads[index] ?? read }))
    .filter(({ read, before }) => read.location === before.location)
    .map(({ read, before }) => read.at - before.at)
    .filter((gap) => gap < longestGap)
    .toSorted((a, b) => a - b);
  const median = gaps[Math.floor(gaps.length / 2)];
  return median === undefined ? usualPace : 1000 / Math.max(median, 1);
}
