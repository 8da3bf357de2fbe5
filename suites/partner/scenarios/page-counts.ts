import type { PartnerRequest } from "../requests/partner-request.ts";
import { milliseconds, times } from "../times.ts";

/** The maximum of full pages and items in a list: longer than the caps that people build in, and still read within seconds. */
interface LongList {
  pages: number;
  items: number;
}

/** The list of resources is very long, and the call history long: two very long ones would take more requests than a minute allows. */
export const longLists = { resources: { pages: 60, items: 3_600 }, calls: { pages: 15, items: 1_000 } };

/** How many calls the platform puts on a page at most. */
export const largestPage = 1_000;

/** How much of the time that an action has a walk may take. */
const shareOfTime = 0.6;

/** So many full pages and one item, or some other number more. */
export const itemsFor = (pages: number, size: number, more = 1): number => pages * size + more;

/** The number of full pages that a long list has, in a size, for an application that reads so many pages a second in so many seconds. */
export function longList(
  { pages, items }: LongList,
  size: number,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): number {
  const notTooMany = Math.min(pages, Math.max(2, Math.floor(items / size)));
  return Math.max(2, Math.min(notTooMany, Math.floor(perSecond * seconds * shareOfTime)));
}

const longest = new WeakMap<object, Map<string, number>>();

/** As many pages as the longest list of its kind in a certification had: what is played again is no shorter than what it repeats. */
export function noShorter(certification: object, kind: keyof typeof longLists, pages: number): number {
  const known = longest.get(certification) ?? new Map<string, number>();
  longest.set(certification, known.set(kind, Math.max(pages, known.get(kind) ?? 0)));
  return known.get(kind) ?? pages;
}

/** The number of pages a second that is assumed where too few were read to say. */
const usualPace = 5;

/** The number of pages a second that an application reads, by some of its reads; those of one Location that follow each other belong to one walk. */
export function pace(reads: readonly Pick<PartnerRequest, "at" | "location">[]): number {
  const gaps = reads
    .slice(1)
    .map((read, index) => ({ read, before: reads[index] ?? read }))
    .filter(({ read, before }) => read.location === before.location)
    .map(({ read, before }) => read.at - before.at)
    .filter((gap) => gap < milliseconds(times.betweenWalks))
    .toSorted((a, b) => a - b);
  // Other work of the application lies between some of them.
  const usual = gaps[Math.floor(gaps.length / 8)];
  return usual === undefined ? usualPace : 1000 / Math.max(usual, 1);
}
