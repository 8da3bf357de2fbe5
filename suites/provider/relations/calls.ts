import { days, hours } from "../../../base/durations.ts";
import { dayOf, momentOf } from "../../../base/formats.ts";
import { callStatuses, callTypes } from "../../../generators/calls.ts";
import type { Item } from "../../../harness/control.ts";
import { hasDigits } from "../../rules/filters.ts";
import type { Match } from "../lists/client-filters.ts";
import type { Lookup } from "../run/memory.ts";
import { dataAccess } from "../run/needs.ts";
import type { World } from "../run/world.ts";
import { dayAfter, splitRelations, withinRelation } from "./day-relations.ts";
import { filteredPages, filterRelation, type MeantFilter, wideOf } from "./filter-relations.ts";
import { knowList, looseReads, pageRelations } from "./page-relations.ts";
import { type AskedFilter, type PagedReads, type PagedWalk, pagedReads } from "./paged-reads.ts";
import { idleRead, type Relation, type SubjectKind } from "./relation.ts";

/** Calls up to the day before yesterday: in no time zone does anybody call on those days any more. */
const past = (now: number) => ({ date_from: dayOf(now - days(365)), date_to: dayOf(now - days(2)) });

/** The same without the last months. */
const longPast = (now: number) => ({ ...past(now), date_to: dayOf(now - days(90)) });

const callList = (world: World): PagedReads =>
  pagedReads(world, {
    operation: "listCalls",
    pages: "CALL-11",
    noun: "calls",
    base: past(world.now()),
    request: (filter, page, limit) =>
      world.requestOf("listCalls", {
        body: { salon_id: world.fixture("location_id"), ...filter, page, limit },
        as: "system_user_token",
      }),
  });

/** The call history of the Location. */
export const calls: SubjectKind = {
  ids: {
    "CALL-6": "a call before the day before yesterday is needed",
    "CALL-7": "calls of two numbers are needed",
    "CALL-8": "calls of two types are needed",
    "CALL-9": "calls of two statuses are needed",
    "CALL-10": "calls of which some fit one filter and not another are needed",
    "CALL-11": "two calls are needed",
  },
  needs: dataAccess,
  operations: ["listCalls"],
  at: (world) => {
    const list = callList(world);
    const parts = [list.base, longPast(world.now())] as const;
    return {
      propose: (lookup) => propose(list, lookup, parts),
      describe: (lookup) => `${knowList(list, lookup).walk.items.length} calls were found in the year before`,
      repeats: () => (list.firstPage === undefined ? [] : [list.request(list.base, list.firstPage, list.largest)]),
    };
  },
};

function* propose(
  list: PagedReads,
  lookup: Lookup,
  parts: readonly [whole: AskedFilter, longAgo: AskedFilter],
): Generator<Relation, void> {
  const { walk, wanted } = knowList(list, lookup);
  if (walk.items.length > mostKnown && narrow(list, walk.items)) {
    yield* propose(list, lookup, parts);
    return;
  }
  yield* wanted;
  if (wanted.length > 0) return;
  const first = list.firstPage ?? 1;
  const long = { date_from: "1990-01-01", date_to: "1990-01-03" };
  yield idleRead("ENV-2", "days without a call", list.request(long, first, list.largest));
  // A long history is known by a few days; others may be told otherwise.
  const [whole, longAgo] = parts;
  if (list.base !== whole) {
    yield idleRead("CALL-1", "calls of long ago", list.request(longAgo, first, list.largest));
    yield idleRead("CALL-1", "the next page of all", list.request(whole, first + 1, list.largest));
  }
  const filters = [...filtersFrom(walk.items)];
  for (const filter of filters) yield filterRelation(list, walk, filter);
  yield* dayRelations(list, walk);
  yield* pageRelations(list, lookup, walk);
  yield* looseReads(list);
  yield* filteredPages(list, lookup, wideOf(filters, walk));
}

/** With more calls than this, one page would not hold what a filter finds. */
const mostKnown = 24;

/** How many calls are kept on either side of the middle. */
const halfKept = 9;

/** Narrows a long history to days in its middle, with fewer calls; answers whether that could be done. */
function narrow(list: PagedReads, items: readonly Item[]): boolean {
  const called = items.flatMap(({ call_date }) => dayOf(momentOf(call_date)) || []).toSorted();
  const middle = Math.floor(called.length / 2);
  const [date_from, date_to] = [called[middle - halfKept], called[middle + halfKept]];
  if (!date_from || !date_to || date_from === list.base.date_from || date_from >= date_to) return false;
  list.narrow({ date_from, date_to });
  return true;
}

const fits =
  (types: readonly unknown[] | undefined, statuses?: readonly unknown[]): MeantFilter["match"] =>
  ({ type, status }) =>
    (!types || types.includes(type)) && (!statuses || statuses.includes(status)) ? "yes" : "no";

/** A call is of a number or not; whether one that only contains the number is found too is open. */
function matchOfPhone(value: unknown, phone: string): Match {
  if (value === phone) return "yes";
  return hasDigits(value, phone) || hasDigits(phone, value) ? "open" : "no";
}

const presentIn = (items: readonly Item[], field: string, documented: readonly string[]): string[] =>
  documented.filter((value) => items.some((item) => item[field] === value));

/** Filters with values of the calls that are there. */
function* filtersFrom(items: readonly Item[]): Iterable<MeantFilter> {
  const types = presentIn(items, "type", callTypes);
  const statuses = presentIn(items, "status", callStatuses);
  const phones = [...new Set(items.map(({ caller_phone }) => String(caller_phone)))].filter((phone) =>
    /^\+?\d{5,}$/.test(phone),
  );
  for (const phone of [phones[0], phones.at(-1)].filter((known) => known !== undefined))
    yield { id: "CALL-7", filter: { phone }, match: ({ caller_phone }) => matchOfPhone(caller_phone, phone) };
  for (const some of oneTwoAndOthers(types))
    yield { id: "CALL-8", filter: { types: some }, side: some.join(), match: fits(some) };
  for (const some of oneTwoAndOthers(statuses))
    yield { id: "CALL-9", filter: { statuses: some }, side: some.join(), match: fits(undefined, some) };
  for (const { type, status } of items.slice(0, 2))
    yield { id: "CALL-10", filter: { types: [type], statuses: [status] }, match: fits([type], [status]) };
  const call = items.find(({ caller_phone }) => phones.includes(String(caller_phone)));
  if (!call) return;
  const phone = String(call.caller_phone);
  for (const [name, field] of [
    ["types", "type"],
    ["statuses", "status"],
  ] as const)
    yield {
      id: "CALL-10",
      filter: { phone, [name]: [call[field]] },
      match: (item) => (item[field] === call[field] ? matchOfPhone(item.caller_phone, phone) : "no"),
    };
}

/** One of several values, two at once, and then each of the others; two that are all would leave nothing out. */
const oneTwoAndOthers = (values: readonly string[]): string[][] => {
  const singles = values.map((value) => [value]);
  return [...singles.slice(0, 1), ...(values.length > 2 ? [values.slice(-2)] : []), ...singles.slice(1)];
};

/** How far a moment is from noon in UTC: near noon, its day is the same in most time zones. */
const fromNoon = ({ call_date }: Item): number => Math.abs((momentOf(call_date) % days(1)) - hours(12));

/** Days on which somebody called, with the days around them. */
function* dayRelations(list: PagedReads, { items, reads, full }: PagedWalk): Iterable<Relation> {
  const first = list.firstPage ?? 1;
  const request = ({ from, till }: { from: string; till: string }) =>
    list.request({ date_from: from, date_to: till }, first, list.largest);
  const dated = items.filter(({ call_date }) => Number.isFinite(momentOf(call_date)));
  const latest = String(list.base.date_to);
  for (const call of dated.toSorted((a, b) => fromNoon(a) - fromNoon(b)).slice(0, 3)) {
    const day = dayOf(momentOf(call.call_date));
    const range = { from: dayAfter(day, -1), till: dayAfter(day, 1) };
    if (range.till > latest) continue;
    yield withinRelation("CALL-6", request, day, reads, (item) => dayOf(momentOf(item.call_date)) === day, full);
    yield* splitRelations("CALL-6", request, range, day, full);
  }
}
