import { fieldsOf } from "../../../base/json.ts";
import { describeValue } from "../../../base/text/sentences.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { ExchangeView } from "../../rules/exchange-view.ts";
import { forms } from "../../rules/filters.ts";
import type { Clause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { DayFact } from "../lists/day-fact.ts";
import { enumerate, listModel } from "../lists/judge-list.ts";
import type { ListFilter, ListKind, ReadPage } from "../lists/list-kind.ts";
import { fieldMatcher } from "../lists/place.ts";
import { fromDay, type Match, tillDay } from "../lists/possible-times.ts";
import { deniesExistence } from "../not-found.ts";
import type { OperationModel, Seen } from "../operation.ts";
import { unknownId } from "../unknown-id.ts";

/** The fields of an Event are not shown: whether it has an id is known where it says so and was seeded, and of an id that nothing has. */
const byId = (name: string, field: string): ListFilter => ({
  form: (value) => !Array.isArray(value) && forms.ids(value),
  match: (item, value, isSeeded): Match => {
    if (Number(value) === unknownId) return "no";
    if (!isSeeded || !(field in item)) return "open";
    return [item[field]].flat().map(String).includes(String(value)) ? "yes" : "no";
  },
  cell: `ACT-4/${name}`,
});

const day = (span: NonNullable<ListFilter["span"]>): ListFilter => ({
  form: forms.day,
  span,
  isBase: true,
  cell: "ACT-3",
});

const idFilters = {
  service_ids: byId("service_ids", "service_id"),
  staff_ids: byId("staff_ids", "staff_id"),
  resource_ids: byId("resource_ids", "resource_ids"),
};

export const idFilterNames = Object.keys(idFilters);

/** `meta.count` is the number of Events that match, or of those on the page. */
function countClauses({ asked, collection, expected: { must, may }, items, view, filtered }: ReadPage): Clause[] {
  const { count } = fieldsOf(fieldsOf(view.body).meta);
  const whole = collection.wholes.get(filtered);
  const isWithin = asked.filters.from !== undefined && asked.filters.till !== undefined;
  if (count === undefined || asked.isOpen || !isWithin || (!collection.isSeeded && !whole)) return [];
  const [min, max] = collection.isSeeded
    ? [must.length, must.length + may.length]
    : [whole?.identities.length ?? 0, whole?.identities.length ?? 0];
  const isAll = typeof count === "number" && count >= min && count <= max;
  // A search that finds none, or one, shows nothing of the count.
  if (!collection.isSeeded && min < 2) return [];
  return [
    {
      cell: "ACT-2",
      holds: isAll || count === items.length,
      found: `count ${String(count)}`,
      expected: `${min === max ? min : `${min} to ${max}`} in all, or ${items.length} on the page`,
      pointer: "/meta/count",
      ...(collection.isSeeded ? {} : { reads: whole?.reads ?? [] }),
    },
  ];
}

/** The Events of a Location. */
export const activityKind: ListKind = {
  operation: "searchActivities",
  collection: "activities",
  owner: ({ path }) => path.location_id,
  filters: { from: day(fromDay), till: day(tillDay), ...idFilters },
  times: ({ date }, { isSeeded }) => {
    const from = isSeeded ? Date.parse(String(date).slice(0, 10)) : Number.NaN;
    return Number.isNaN(from) ? undefined : [from, from + 1];
  },
  // How far a search goes that is given one end alone is not said, nor which parameters it requires.
  isBounded: ({ filters: { from, till } }) => from !== undefined && till !== undefined,
  page: "page",
  size: "count",
  pages: "ACT-5",
  own: "ACT-3",
  isDescribed: () => false,
  meta: countClauses,
};

const searchList = listModel(activityKind);

const [firstDay, lastDay] = ["0000-01-01", "9999-12-31"];

const isDay = (value: unknown): value is string => forms.day(value);

export const dayBeside = (text: string, step: number): string =>
  new Date(Date.parse(text) + step * 86_400_000).toISOString().slice(0, 10);

const within = (days: ReadonlySet<string>, from: string, till: string): string[] =>
  [...days].filter((each) => each >= from && each <= till).toSorted();

/** Where two facts contradict each other: what the first says, and what the second does; `agree` where both speak of the same days. */
function compare(a: DayFact, b: DayFact): { found: string; expected: string } | "agree" | undefined {
  const [from, till] = [a.from > b.from ? a.from : b.from, a.till < b.till ? a.till : b.till];
  if (from > till) return undefined;
  if (a.days && b.days) {
    const [found, expected] = [within(a.days, from, till), within(b.days, from, till)];
    if (found.join() !== expected.join()) return { found: enumerate(found), expected: enumerate(expected) };
    return found.length > 0 ? "agree" : undefined;
  }
  const [exact, some] = a.days ? [a, b] : [b, a];
  if (!exact.days || some.days || exact.from > some.from || exact.till < some.till) return undefined;
  if (within(exact.days, some.from, some.till).length > 0) return "agree";
  const [none, one] = [`no date from ${some.from} to ${some.till}`, `Events from ${some.from} to ${some.till}`];
  return exact === a ? { found: none, expected: one } : { found: one, expected: none };
}

/** The ids that a search asks for; undefined where something else is asked for. */
function idsAsked({ input, path }: ExchangeView): Readonly<Record<string, unknown>> | undefined {
  const rest = Object.entries(input).filter(
    ([name]) => !["from", "till", "page", "count"].includes(name) && !(name in path),
  );
  const isKnown = rest.every(([name, value]) => idFilters[name as keyof typeof idFilters]?.form(value));
  return isKnown ? Object.fromEntries(rest) : undefined;
}

const keyOf = (view: ExchangeView, ids: object): string => `${String(view.path.location_id)} ${JSON.stringify(ids)}`;

/** The known days: of a seeded Location all of them, of another those that were read before. */
function knownDays(model: Knowledge, view: ExchangeView, ids: Readonly<Record<string, unknown>>): DayFact[] {
  const collection = model.collections.of(activityKind.collection, view.path.location_id);
  if (!collection.isSeeded) return [...(model.collections.days.get(keyOf(view, ids))?.values() ?? [])];
  const items = [...collection.items.values()].map(({ item }) => item);
  const match = fieldMatcher(activityKind, ids, { isSeeded: true });
  const fitting = items.filter((item: Item) => match(item) === "yes");
  return [{ from: firstDay, till: lastDay, days: new Set(fitting.map(({ date }) => String(date).slice(0, 10))) }];
}

/** The days in a response. */
function factsIn(model: Knowledge, { view, request }: Seen): DayFact[] {
  const { from, till } = view.input;
  const isBounded = isDay(from) && isDay(till);
  if (view.operation.id === "searchActivityDates") {
    return view.status === 200 && isBounded
      ? [{ from, till, days: new Set((view.texts ?? []).filter(isDay)), by: request }]
      : [];
  }
  if (view.operation.id === "searchActivities") {
    const { page, count } = view.input;
    const isFirst = page === undefined || Number(page) <= 1;
    if (!view.items || !isBounded || !isFirst || Number(count ?? 1) < 1) return [];
    if (view.items.length > 0) return [{ from, till, by: request }];
    // An empty page may come before the first one, or after it, while the number of that is not known.
    const first = model.constants.firstPage(activityKind.operation).value;
    return page === undefined || Number(page) === first ? [{ from, till, days: new Set(), by: request }] : [];
  }
  const { min_date: min, max_date: max } = view.record ?? {};
  if (!isDay(min) || !isDay(max)) return [];
  const common = { by: request, isOfRange: true };
  return [
    { from: firstDay, till: min, days: new Set([min]), ...common },
    { from: max, till: lastDay, days: new Set([max]), ...common },
  ];
}

/** Days on which there are Events are found. */
function missedClauses(model: Knowledge, seen: Seen, ids: Readonly<Record<string, unknown>>): Clause[] {
  const { operation, input } = seen.view;
  const isRange = operation.id === "searchActivityDateRange";
  const [from, till] = isRange ? [firstDay, lastDay] : [input.from, input.till];
  if (!isDay(from) || !isDay(till) || !deniesExistence(model, seen)) return [];
  const known = knownDays(model, seen.view, ids).find(({ days }) => days && within(days, from, till).length > 0);
  if (!known?.days) return [];
  return [
    {
      cell: isRange ? "ACT-9" : "ACT-7",
      holds: false,
      found: "the status 404",
      expected: `200, since there are Events on ${enumerate(within(known.days, from, till))}`,
      ...(known.by ? { reads: [known.by] } : {}),
    },
  ];
}

/** The three searches agree about days. */
function dayClauses(model: Knowledge, seen: Seen): Clause[] {
  const { view } = seen;
  const ids = idsAsked(view);
  if (!ids) return [];
  if (view.status === 404 && view.operation.id !== activityKind.operation) return missedClauses(model, seen, ids);
  const isRange = view.operation.id === "searchActivityDateRange";
  const clauses = factsIn(model, seen).flatMap((fact) =>
    knownDays(model, view, ids).flatMap((known): Clause[] => {
      const compared = known.by && isSame(known.by, seen.request) ? undefined : compare(fact, known);
      if (compared === undefined) return [];
      const isAgreed = compared === "agree";
      // That a search finds something on days where something was seeded shows nothing of the other two.
      if (view.operation.id === "searchActivities" && !known.by) return [];
      return [
        {
          cell: isRange || known.isOfRange ? "ACT-9" : "ACT-7",
          holds: isAgreed,
          found: isAgreed ? "" : compared.found,
          expected: isAgreed ? "" : compared.expected,
          pointer: "/data",
          ...(known.by ? { reads: [known.by] } : {}),
        },
      ];
    }),
  );
  return isRange ? [...clauses, ...formClauses(model, view, ids)] : clauses;
}

const isSame = (a: Request, b: Request): boolean => a.url === b.url;

/** The range search names both its days wherever there is an Event. */
function formClauses(model: Knowledge, view: ExchangeView, ids: Readonly<Record<string, unknown>>): Clause[] {
  const known = knownDays(model, view, ids).filter(({ days }) => days === undefined || days.size > 0);
  if (known.length === 0 || view.status !== 200) return [];
  const reads = known.slice(0, 1).flatMap(({ by }) => by ?? []);
  return ["min_date", "max_date"].map((name) => {
    const value = fieldsOf(fieldsOf(view.body).data)[name];
    return {
      cell: "ACT-8",
      holds: isDay(value),
      found: describeValue(value),
      expected: "a date in the form YYYY-MM-DD",
      pointer: `/data/${name}`,
      ...(reads.length > 0 ? { reads } : {}),
    };
  });
}

function learnDays(model: Knowledge, seen: Seen): void {
  const ids = idsAsked(seen.view);
  if (!ids) return;
  const key = keyOf(seen.view, ids);
  const known = model.collections.days.get(key) ?? new Map<string, DayFact>();
  for (const [index, fact] of factsIn(model, seen).entries()) known.set(`${seen.request.url} ${index}`, fact);
  model.collections.days.set(key, known);
}

const daysModel: OperationModel = { judge: dayClauses, learn: learnDays };

export const searchActivityDates = daysModel;
export const searchActivityDateRange = daysModel;

const placeOf = ({ view: { path } }: Seen): string => String(path.location_id);

export const searchActivities: OperationModel = {
  judge: (model, seen) => [
    ...searchList.judge(model, seen),
    ...dayClauses(model, seen),
    ...model.shownEvents.judge(placeOf(seen), seen.view.items ?? [], seen).filter(({ holds }) => !holds),
  ],
  learn(model, seen) {
    model.shownEvents.learn(placeOf(seen), seen.view.items ?? [], seen);
    searchList.learn?.(model, seen);
    learnDays(model, seen);
  },
};
