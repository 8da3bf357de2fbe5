import { days } from "../../../base/durations.ts";
import { hasFormat } from "../../../base/formats.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Request } from "../../../harness/exchange.ts";
import { enumerate } from "../run/answers.ts";
import type { Lookup, Reading } from "../run/memory.ts";
import { unknownId } from "../run/unknown-id.ts";
import type { World } from "../run/world.ts";
import { idsSeenIn } from "./activity-ids.ts";
import { type DayRange, dayAfter, dayOf, splitRelations } from "./day-relations.ts";
import { differ, knowList, looseReads, pageRelations } from "./page-relations.ts";
import { type AskedFilter, itemsOfWalk, type ListWalk, type PagedReads, pagedReads } from "./paged-reads.ts";
import { idleRead, type Relation, readFor, type SubjectKind } from "./relation.ts";

/** The three searches of a Location. */
class Searches {
  readonly world: World;
  readonly #requests = new Map<string, Request>();
  #list: PagedReads | undefined;

  constructor(world: World) {
    this.world = world;
  }

  request(operation: string, query: AskedFilter): Request {
    const key = JSON.stringify([operation, query]);
    const request = this.#requests.get(key) ?? this.#make(operation, query);
    this.#requests.set(key, request);
    return request;
  }

  #make(operation: string, query: AskedFilter): Request {
    return this.world.requestOf(operation, {
      path: { location_id: this.world.fixture("location_id") },
      query: Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as const],
      ),
      as: "partner_token",
    });
  }

  dates(range: DayRange, filter: AskedFilter = {}): Request {
    return this.request("searchActivityDates", { ...range, ...filter });
  }

  range(filter: AskedFilter = {}): Request {
    return this.request("searchActivityDateRange", filter);
  }

  list(base: DayRange): PagedReads {
    if (this.#list && JSON.stringify(this.#list.base) === JSON.stringify(base)) return this.#list;
    this.#list = pagedReads(this.world, {
      operation: "searchActivities",
      pages: "ACT-5",
      noun: "Events",
      base: { ...base },
      request: (filter, page, count) => this.request("searchActivities", { ...filter, page, count }),
    });
    return this.#list;
  }
}

/** The Events of the Location, as the three searches tell of them. */
export const activities: SubjectKind = {
  ids: {
    "ACT-2": "two Events are needed",
    "ACT-3": "Events on two days are needed",
    "ACT-4": "an Event is needed",
    "ACT-5": "two Events are needed",
    "ACT-7": "an Event is needed",
    "ACT-9": "an Event is needed",
  },
  needs: ["urls.base_url", "credentials.partner_token", "fixtures.location_id"],
  operations: ["searchActivities", "searchActivityDates", "searchActivityDateRange"],
  at: (world) => {
    const searches = new Searches(world);
    return {
      propose: (lookup) => propose(searches, lookup),
      describe: (lookup) =>
        `${knowList(searches.list(spanOf(searches, lookup)), lookup).walk.items.length} Events were found`,
      repeats: () => [searches.range()],
    };
  },
};

const isDay = (value: unknown): value is string => typeof value === "string" && hasFormat("date", value);

const datesIn = (reading: Reading | undefined): string[] | undefined =>
  Array.isArray(reading?.data) ? [...new Set(reading.data.filter(isDay))].toSorted() : undefined;

/** The first and the last day that the range search tells. */
function rangeIn(reading: Reading | undefined): DayRange | undefined {
  const { min_date: from, max_date: till } = fieldsOf(reading?.data);
  if (!isDay(from) || !isDay(till)) return undefined;
  return from <= till ? { from, till } : { from: till, till: from };
}

/** All days on which Events may be: those that the range search tells, with some room, or a year around now. */
function spanOf(searches: Searches, lookup: Lookup): DayRange {
  const told = rangeIn(lookup(searches.range()));
  if (told) return { from: dayAfter(told.from, -room), till: dayAfter(told.till, room) };
  const now = searches.world.now();
  return { from: dayOf(now - days(90)), till: dayOf(now + days(275)) };
}

/** How many days before the first and after the last Event are searched too. */
const room = 9;

function* propose(searches: Searches, lookup: Lookup): Iterable<Relation> {
  const told = searches.range();
  if (!lookup(told)) {
    yield readFor("ACT-9", "the range of all days", told);
    return;
  }
  const span = spanOf(searches, lookup);
  const all = searches.dates(span);
  yield rangeOfDates(told, all, "of all days");
  const list = searches.list(span);
  const { walk, wanted } = knowList(list, lookup);
  yield* wanted;
  const dates = datesIn(lookup(all));
  if (wanted.length > 0 || !dates) return;
  yield countTold(list, walk);
  yield* emptiness(searches, list, span, walk);
  yield* dayRelations(searches, list, walk, dates, all);
  yield* idRelations(searches, list, walk, lookup, span, dates);
  yield* pageRelations(list, lookup, walk);
  yield* looseReads(list);
}

/** The range search tells the least and the greatest of the dates, with the same filters. */
const rangeOfDates = (range: Request, dates: Request, about: string): Relation => ({
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

/** `meta.count` is the number of Events in all, or on the page. */
function countTold(list: PagedReads, walk: ListWalk): Relation {
  const request = list.request(list.base, list.firstPage ?? 1, 1);
  return {
    id: "ACT-2",
    about: "the count of a page of 1",
    reads: [...walk.reads, request],
    check(readings) {
      const total = itemsOfWalk(readings.slice(0, -1)).length;
      const page = readings.at(-1);
      const count = page?.meta.count;
      if (!walk.isWhole || !page?.items || total < 2 || count === undefined) return undefined;
      if (count === total || count === page.items.length) return "holds";
      const expected = `${total} in all, or ${page.items.length} on the page`;
      return { ...differ(`count ${String(count)}`, expected, `${String(count)} ${total}`), pointer: "/meta/count" };
    },
  };
}

/** What nothing fits finds nothing: ids that no Event has, and days long ago. */
function* emptiness(searches: Searches, list: PagedReads, span: DayRange, walk: ListWalk): Iterable<Relation> {
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

const idFilters = ["service_ids", "staff_ids", "resource_ids"] as const;

const findsNothing = (id: string, request: Request, name: string): Relation => ({
  id,
  about: `nothing has ${name} ${unknownId}`,
  side: name,
  reads: [request],
  check([reading]) {
    if (!Array.isArray(reading?.data)) return undefined;
    const count = reading.data.length;
    return count === 0 ? "holds" : differ(`${count} with ${name} ${unknownId}`, "none", String(count));
  },
});

/** Days with Events: what is searched around them adds up, and both searches tell of them. */
function* dayRelations(
  searches: Searches,
  list: PagedReads,
  walk: ListWalk,
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
  if (dates.length > 0) yield daysAddUp(search, dates.slice(0, mostDays), walk, dates.length <= mostDays);
}

/** How many days are searched one by one. */
const mostDays = 4;

/** What is found day by day is in the search of all days. */
const daysAddUp = (
  search: (range: DayRange) => Request,
  some: readonly string[],
  walk: ListWalk,
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

/** The dates are the days on which the search finds something. */
const dayTold = (search: Request, all: Request, day: string): Relation => ({
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

/** The dates of a part of the days are those of all days that lie in it. */
const sameDates = (part: Request, all: Request, { from, till }: DayRange): Relation => ({
  id: "ACT-7",
  about: `the dates from ${from} to ${till}`,
  side: "parts",
  reads: [all, part],
  check([whole, some]) {
    const [known, found] = [datesIn(whole), datesIn(some)];
    if (!known || !found) return undefined;
    const expected = known.filter((day) => day >= from && day <= till);
    if (expected.join() === found.join()) return expected.length < known.length ? "holds" : undefined;
    return differ(enumerate(found), enumerate(expected), `${known.join()}\n${found.join()}`);
  },
});

/** Searches with ids that Events seem to have: the three searches tell the same, and none finds what is not there. */
function* idRelations(
  searches: Searches,
  list: PagedReads,
  walk: ListWalk,
  lookup: Lookup,
  span: DayRange,
  dates: readonly string[],
): Iterable<Relation> {
  const first = list.firstPage ?? 1;
  for (const name of idFilters)
    for (const id of idsSeenIn(walk.items, name, searches.world.target.fixtures)) {
      const filter = { [name]: id };
      const found = list.request({ ...list.base, ...filter }, first, list.largest);
      const told = searches.dates(span, filter);
      yield subset(walk, found, filter);
      yield bothOrNeither(found, told, filter);
      yield rangeOfDates(searches.range(filter), told, `with ${JSON.stringify(filter)}`);
      const own = datesIn(lookup(told));
      const other = own && dates.find((day) => !own.includes(day));
      for (const day of [own?.[0], other].filter((known) => known !== undefined))
        yield dayTold(list.request({ from: day, till: day, ...filter }, first, list.largest), told, day);
    }
}

/** A filtered search finds nothing that the search without it does not. */
const subset = (walk: ListWalk, request: Request, filter: AskedFilter): Relation => ({
  id: "ACT-4",
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
