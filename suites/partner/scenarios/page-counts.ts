/** How long a long list is: longer than the caps that people build in, and still read within seconds. */
const long = { items: 300, most: 1000, pages: { least: 10, most: 20 } };

/** How much of the time that an action has a walk may take. */
const shareOfTime = 0.6;

/** So many full pages and one item. */
export const itemsFor = (pages: number, size: number): number => pages * size + 1;

/** How many full pages a long list has, in a size, for an application that reads so many pages a second in so many seconds. */
export function longList(size: number, { perSecond, seconds }: { perSecond: number; seconds: number }): number {
  const wanted = Math.min(Math.max(Math.ceil(long.items / size), long.pages.least), long.pages.most);
  const notTooMany = Math.min(wanted, Math.max(2, Math.floor(long.most / size)));
  return Math.max(2, Math.min(notTooMany, Math.floor(perSecond * seconds * shareOfTime)));
}

/** How many requests came a second; many, where too few came to tell. */
export function pace(times: readonly number[]): number {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const seconds = (last - first) / 1000;
  return times.length < 2 || seconds === 0 ? 10 : (times.length - 1) / seconds;
}
