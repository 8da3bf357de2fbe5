import type { Request } from "../../../harness/exchange.ts";
import { enumerate } from "../run/answers.ts";
import { dayTold } from "./activity-relations.ts";
import { datesIn, type Searches } from "./activity-searches.ts";
import { type DayRange, dayAfter, splitRelations } from "./day-relations.ts";
import { differ } from "./page-relations.ts";
import { itemsOfWalk, type PagedReads, type PagedWalk } from "./paged-reads.ts";
import type { Relation } from "./relation.ts";

/** Days with Events: what is searched around them adds up, and both searches tell of them. */
export function* activityDayRelations(
  searches: Searches,
  list: PagedReads,
  walk: PagedWalk,
  dates: readonly string[],
  all: Request,
): Iterable<Relation> {
  const first = list.firstPage ?? 1;
  const search = (range: DayRange) => list.request({ ...range }, first, list.largest);
  const middle = Math.floor(dates.length / 2);
  for (const at of new Set([middle, 1, dates.length - 2])) {
    const [before, day, after] = dates.slice(at - 1, at + 2);
    if (at < 1 || !before || !day || !after) continue;
    yield* splitRelations("ACT-3", search, { from: before, till: after }, day, walk.full);
    yield* splitRelations("ACT-3", search, { from: day, till: day }, day, walk.full);
    yield dayTold(search({ from: day, till: day }), all, day);
    yield sameDates(searches.dates({ from: before, till: day }), all, { from: before, till: day });
    yield sameDates(searches.dates({ from: day, till: after }), all, { from: day, till: after });
  }
  const ends = dates.filter((_, index) => index === 0 || index === dates.length - 1);
  for (const day of ends) yield dayTold(search({ from: day, till: day }), all, day);
  const gap = dates.map((day) => dayAfter(day, 1)).find((day) => !dates.includes(day));
  if (gap && walk.items.length > 0) yield dayTold(search({ from: gap, till: gap }), all, gap);
  const { from = "", till = "" } = list.base;
  const searched = dates.filter((day) => day >= String(from) && day <= String(till));
  if (searched.length > 0) yield daysAddUp(search, searched.slice(0, mostDays), walk, searched.length <= mostDays);
}

/** How many days are searched one by one. */
const mostDays = 4;

/** What is found day by day is in the search of all days. */
const daysAddUp = (
  search: (range: DayRange) => Request,
  some: readonly string[],
  walk: PagedWalk,
  isAll: boolean,
): Relation => ({
  id: "ACT-3",
  about: `${some.length} days one by one`,
  reads: [...walk.reads, ...some.map((day) => search({ from: day, till: day }))],
  check(readings) {
    const whole = itemsOfWalk(readings.slice(0, walk.reads.length)).map((item) => JSON.stringify(item));
    const found = readings
      .slice(walk.reads.length)
      .flatMap(({ items = [] }) => items.map((item) => JSON.stringify(item)));
    if (!walk.isWhole || whole.length === 0) return undefined;
    const stray = found.filter((item) => !whole.includes(item));
    const rests = JSON.stringify([whole, found]);
    if (stray.length > 0)
      return differ(`${stray.length} on single days alone`, "each in the search of all days", rests);
    if (isAll && new Set(found).size < new Set(whole).size)
      return differ(`${found.length} on the days one by one, ${whole.length} in all`, "as many", rests);
    return some.length > 1 ? "holds" : undefined;
  },
});

/** The dates of a part of the days are those of all days that lie in it. */
export const sameDates = (part: Request, all: Request, { from, till }: DayRange, filtered = ""): Relation => ({
  id: "ACT-7",
  about: `the dates from ${from} to ${till}${filtered}`,
  side: `parts${filtered}`,
  weight: 2,
  reads: [all, part],
  check([whole, some]) {
    const [known, found] = [datesIn(whole), datesIn(some)];
    if (!known || !found) return undefined;
    const expected = known.filter((day) => day >= from && day <= till);
    if (expected.join() === found.join()) return expected.length < known.length ? "holds" : undefined;
    return differ(enumerate(found), enumerate(expected), `${known.join()}\n${found.join()}`);
  },
});
