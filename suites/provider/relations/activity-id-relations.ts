import type { Item } from "../../../harness/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { Lookup } from "../run/memory.ts";
import { sameDates } from "./activity-days.ts";
import { idsSeenIn } from "./activity-ids.ts";
import { dayTold, idFilters, rangeOfDates } from "./activity-relations.ts";
import { datesIn, type Searches } from "./activity-searches.ts";
import type { DayRange } from "./day-relations.ts";
import { differ } from "./page-relations.ts";
import { type AskedFilter, itemsOfWalk, type PagedReads, type PagedWalk } from "./paged-reads.ts";
import type { Relation } from "./relation.ts";

/** Searches with ids that Events seem to have: the three searches tell the same, and none finds what is not there. */
export function* activityIdRelations(
  searches: Searches,
  list: PagedReads,
  { walk, seen }: { walk: PagedWalk; seen: readonly Item[] },
  lookup: Lookup,
  span: DayRange,
  dates: readonly string[],
): Iterable<Relation> {
  const first = list.firstPage ?? 1;
  for (const name of idFilters)
    for (const id of idsSeenIn(seen, name, searches.world.target.fixtures)) {
      const filter = { [name]: id };
      const found = list.request({ ...list.base, ...filter }, first, list.largest);
      const told = searches.dates(span, filter);
      yield subset(walk, found, filter);
      yield bothOrNeither(found, searches.dates(list.base, filter), filter);
      yield rangeOfDates(searches.range(filter), told, `with ${JSON.stringify(filter)}`);
      const own = datesIn(lookup(told));
      const [, from] = own ?? [];
      const till = own?.at(-2);
      if (from && till && from <= till)
        yield sameDates(searches.dates({ from, till }, filter), told, { from, till }, ` with ${name}`);
      const other = own && dates.find((day) => !own.includes(day));
      for (const day of [own?.[0], other].filter((known) => known !== undefined))
        yield dayTold(list.request({ from: day, till: day, ...filter }, first, list.largest), told, day);
    }
}

/** A filtered search finds nothing that the search without it does not. */
const subset = (walk: PagedWalk, request: Request, filter: AskedFilter): Relation => ({
  id: "ACT-4",
  cell: `ACT-4/${Object.keys(filter)[0] ?? ""}`,
  about: `with ${JSON.stringify(filter)} nothing else`,
  reads: [...walk.reads, request],
  check(readings) {
    const whole = itemsOfWalk(readings.slice(0, -1)).map((item) => JSON.stringify(item));
    const found = readings.at(-1)?.items?.map((item) => JSON.stringify(item));
    if (!walk.isWhole || !found || found.length === 0) return undefined;
    const stray = found.filter((item) => !whole.includes(item));
    if (stray.length > 0)
      return differ(
        `${stray.length} Events that the search finds only with ${JSON.stringify(filter)}`,
        "none",
        stray.join(),
      );
    return found.length < whole.length ? "holds" : undefined;
  },
});

const bothOrNeither = (found: Request, dated: Request, filter: AskedFilter): Relation => ({
  id: "ACT-7",
  about: `dates with ${JSON.stringify(filter)}`,
  reads: [found, dated],
  check([events, told]) {
    const dates = datesIn(told);
    if (!events?.items || !dates) return undefined;
    if (events.items.length > 0 === dates.length > 0) return dates.length > 0 ? "holds" : undefined;
    return differ(
      `${dates.length} dates of ${events.items.length} Events with ${JSON.stringify(filter)}`,
      "dates where there are Events",
      `${dates.length} ${events.items.length}`,
    );
  },
});
