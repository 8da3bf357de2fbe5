import { fieldsOf } from "../../../base/json.ts";
import { describeValue } from "../../../base/sentences.ts";
import type { Request } from "../../../harness/exchange.ts";
import { unknownId } from "../../model/unknown-id.ts";
import { areDistinct } from "../run/identities.ts";
import { datesIn, isDay, type Searches } from "./activity-searches.ts";
import type { DayRange } from "./day-relations.ts";
import { differ } from "./page-relations.ts";
import { itemsOfWalk, type PagedReads, type PagedWalk } from "./paged-reads.ts";
import { idleRead, type Relation } from "./relation.ts";

/** The range search tells the least and the greatest of the dates, with the same filters. */
export const rangeOfDates = (range: Request, dates: Request, about: string): Relation => ({
  id: "ACT-9",
  about: `the range ${about}`,
  side: about.replace(/\d+/g, ""),
  reads: [range, dates],
  check([first, second]) {
    const [found, told] = [fieldsOf(first?.data), datesIn(second)];
    if (!isDay(found.min_date) || !isDay(found.max_date) || !told || told.length === 0) return undefined;
    const expected = `${told[0]} to ${told.at(-1)}`;
    const text = `${found.min_date} to ${found.max_date}`;
    if (text === expected) return "holds";
    return { ...differ(`${text} ${about}`, expected, text + expected), ...(first ? { by: first.exchange } : {}) };
  },
});

/** The range search tells both its dates where there is one. */
export const rangeTold = (range: Request, dates: Request): Relation => ({
  id: "ACT-8",
  about: "the range of all days is told",
  reads: [range, dates],
  check([first, second]) {
    const told = datesIn(second) ?? [];
    if (first?.data === undefined || told.length === 0) return undefined;
    const values = fieldsOf(first.data);
    const wrong = ["min_date", "max_date"].find((name) => !isDay(values[name]));
    if (wrong === undefined) return "holds";
    const found = describeValue(values[wrong]);
    const breach = differ(found, `a date where Events are, such as ${told[0]}`, `${wrong} ${found}`);
    return { ...breach, pointer: `/data/${wrong}`, by: first.exchange };
  },
});

/** `meta.count` is the number of Events in all, or on the page. */
export function countTold(list: PagedReads, walk: PagedWalk): Relation {
  const request = list.request(list.base, list.firstPage ?? 1, 1);
  return {
    id: "ACT-2",
    about: "the count of a page of 1",
    reads: [...walk.reads, request],
    check(readings) {
      const total = itemsOfWalk(readings.slice(0, -1)).length;
      const page = readings.at(-1);
      const count = page?.meta.count;
      if (!walk.isWhole || !areDistinct(walk.items) || !page?.items || total < 2 || count === undefined)
        return undefined;
      if (count === total || count === page.items.length) return "holds";
      const expected = `${total} in all, or ${page.items.length} on the page`;
      return { ...differ(`count ${String(count)}`, expected, `${String(count)} ${total}`), pointer: "/meta/count" };
    },
  };
}

/** What nothing fits finds nothing: ids that no Event has, and days long ago. */
export function* emptiness(searches: Searches, list: PagedReads, span: DayRange, walk: PagedWalk): Iterable<Relation> {
  const first = list.firstPage ?? 1;
  const long = { from: "1990-01-01", till: "1990-01-03" };
  yield idleRead("ENV-2", "days without an Event", list.request(long, first, list.largest));
  yield idleRead("ENV-2", "dates: days without a date", searches.dates(long));
  if (walk.items.length === 0) return;
  for (const name of idFilters) {
    const filter = { [name]: unknownId };
    yield findsNothing("ACT-4", list.request({ ...list.base, ...filter }, first, list.largest), name);
    yield findsNothing("ACT-7", searches.dates(span, filter), name);
  }
}

export const idFilters = ["service_ids", "staff_ids", "resource_ids"] as const;

const findsNothing = (id: string, request: Request, name: string): Relation => ({
  id,
  about: `nothing has ${name} ${unknownId}`,
  side: name,
  ...(id === "ACT-4" ? { cell: `ACT-4/${name}` } : {}),
  reads: [request],
  check([reading]) {
    if (!Array.isArray(reading?.data)) return undefined;
    const count = reading.data.length;
    return count === 0 ? "holds" : differ(`${count} with ${name} ${unknownId}`, "none", String(count));
  },
});

/** The dates are the days on which the search finds something. */
export const dayTold = (search: Request, all: Request, day: string): Relation => ({
  id: "ACT-7",
  about: `the day ${day}`,
  reads: [search, all],
  check([found, told]) {
    const dates = datesIn(told);
    if (!found?.items || !dates) return undefined;
    const [hasEvents, isTold] = [found.items.length > 0, dates.includes(day)];
    if (hasEvents === isTold) return isTold ? "holds" : undefined;
    return differ(
      `${day} ${isTold ? "among the dates, without an Event" : "not among the dates"}`,
      `the days on which the search finds Events`,
      `${day} ${hasEvents} ${isTold}`,
    );
  },
});
