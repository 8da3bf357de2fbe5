import { days } from "../../../base/durations.ts";
import { dayOf, hasFormat } from "../../../base/formats.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { Lookup, RememberedRead } from "../run/memory.ts";
import type { World } from "../run/world.ts";
import { type DayRange, dayAfter } from "./day-relations.ts";
import { type AskedFilter, type PagedReads, pagedReads } from "./paged-reads.ts";

/** The three searches of a Location. */
export class Searches {
  readonly world: World;
  readonly #requests = new Map<string, Request>();
  readonly #lists = new Map<string, PagedReads>();

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

  dates(range: DayRange | AskedFilter, filter: AskedFilter = {}): Request {
    return this.request("searchActivityDates", { ...range, ...filter });
  }

  range(filter: AskedFilter = {}): Request {
    return this.request("searchActivityDateRange", filter);
  }

  /** The search of some days; a long one may have been narrowed since it was asked for first. */
  list(base: DayRange): PagedReads {
    const key = JSON.stringify(base);
    const list =
      this.#lists.get(key) ??
      pagedReads(this.world, {
        operation: "searchActivities",
        pages: "ACT-5",
        noun: "Events",
        base: { ...base },
        request: (filter, page, count) => this.request("searchActivities", { ...filter, page, count }),
      });
    this.#lists.set(key, list);
    return list;
  }
}

export const isDay = (value: unknown): value is string => typeof value === "string" && hasFormat("date", value);

export const datesIn = (reading: RememberedRead | undefined): string[] | undefined =>
  Array.isArray(reading?.data) ? [...new Set(reading.data.filter(isDay))].toSorted() : undefined;

/** The first and the last day that the range search tells. */
function rangeIn(reading: RememberedRead | undefined): DayRange | undefined {
  const { min_date: from, max_date: till } = fieldsOf(reading?.data);
  if (!isDay(from) || !isDay(till)) return undefined;
  return from <= till ? { from, till } : { from: till, till: from };
}

/** All days on which Events may be: those that the range search tells, with some room, or a year around now. */
export function spanOf(searches: Searches, lookup: Lookup): DayRange {
  const told = rangeIn(lookup(searches.range()));
  if (told) return { from: dayAfter(told.from, -room), till: dayAfter(told.till, room) };
  const now = searches.world.now();
  return { from: dayOf(now - days(90)), till: dayOf(now + days(275)) };
}

/** How many days before the first and after the last Event are searched too. */
const room = 9;
