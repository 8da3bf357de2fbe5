import { days } from "../../../base/durations.ts";
import { dayOf } from "../../../base/formats/formats.ts";
import { groupBy } from "../../../base/group-by.ts";
import { fieldsOf, recordsOf } from "../../../base/json.ts";
import {
  type ActivityRecord,
  edgeRanges,
  edgeSchedule,
  resources,
  schedule,
  services,
  staff,
  wholeSchedule,
} from "../../../generators/activities.ts";
import { dayNumber } from "../../../generators/days.ts";
import type { Item } from "../../../harness/control/control.ts";
import { smallestCap } from "../../model/lists/place.ts";
import { activityKind, dayBeside, idFilterNames } from "../../model/operations/search-activities.ts";
import { unknownId } from "../../model/unknown-id.ts";
import { shapeOf } from "../../observations/shape.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { itemsOf as itemsIn, jsonOf } from "../steps/answers.ts";
import { draw } from "../steps/explore.ts";
import { type DrivenList, type Filter, itemsOf, queryOf, readList } from "./driven-list.ts";
import { inFewPages, type ListCase, loosePages, pageCases, tryCase } from "./list-cases.ts";
import type { LiveList } from "./live-list.ts";

const needs: readonly Need[] = ["control.seed", "urls.base_url", "credentials.partner_token", "fixtures.location_id"];

const requestOf = (world: World, operation: string, filter: Filter, location_id = world.fixture("location_id")) =>
  world.requestOf(operation, { path: { location_id }, query: queryOf(filter), as: "partner_token" });

/** The Events of a Location in some days. */
const activityList = (world: World, base: Filter, owner = world.fixture("location_id")): DrivenList => ({
  kind: activityKind,
  owner,
  base,
  request: (filter, page, count) => requestOf(world, "searchActivities", { ...filter, page, count }, owner),
});

/** Asks for the dates. */
const readDates = async (world: World, list: DrivenList, filter: Filter): Promise<void> =>
  void (await world.send(requestOf(world, "searchActivityDates", filter, list.owner)));

/** Asks for the range of the dates, which takes no days. */
const readRange = async (world: World, list: DrivenList, filter: Filter): Promise<void> => {
  const ids = Object.fromEntries(Object.entries(filter).filter(([name]) => idFilterNames.includes(name)));
  await world.send(requestOf(world, "searchActivityDateRange", ids, list.owner));
};

/** Events on days to come: a search may leave out what is past. */
function later<T extends Filter>(world: World, dated: T): T {
  const missing = Math.ceil((world.now() + days(3) - Date.parse(dayNumber(0))) / days(1));
  const shift = (day: unknown) => dayOf(Date.parse(String(day)) + days(Math.max(0, missing)));
  return Object.fromEntries(
    Object.entries(dated).map(([name, value]) => [
      name,
      ["date", "from", "till"].includes(name) ? shift(value) : value,
    ]),
  ) as T;
}

const ofIds: readonly Filter[] = [
  { service_ids: services[0] },
  { staff_ids: staff[0] },
  { resource_ids: resources[0] },
  { service_ids: services[0], staff_ids: staff[0] },
  { service_ids: services[1], resource_ids: resources[0] },
  { staff_ids: staff[1], resource_ids: resources[1], service_ids: services[2] },
];

const ranges = [
  [2, 5],
  [4, 4],
  [0, 0],
  [0, 4],
  [5, 9],
].map(([from = 0, till = 0]) => ({ from: dayNumber(from), till: dayNumber(till) }));

/** Days alone, ids alone, both, and a single end. */
const searches: readonly Filter[] = [
  wholeSchedule,
  ...ranges,
  { from: dayNumber(5) },
  { till: dayNumber(5) },
  ...ofIds.map((ids) => ({ ...wholeSchedule, ...ids })),
];

/** So many Events on consecutive days from a first one on. */
const eventsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: dayNumber(first + index),
    service_id: 1,
    staff_id: 1,
    resource_ids: [1],
  }));

/** Ways to write several ids in a query. */
const encodings: Readonly<Record<string, (ids: readonly number[]) => Filter>> = {
  "with commas": (ids) => ({ service_ids: ids.join(",") }),
  repeated: (ids) => ({ service_ids: ids }),
  "repeated with brackets": (ids) => ({ "service_ids[]": ids }),
};

/** Observes what the searches do where the specification is silent: with several ids, where nothing matches, and in a range that ends before it begins. */
async function observeChoices(world: World, list: DrivenList, events: readonly ActivityRecord[]): Promise<void> {
  const ids = services.slice(0, 2);
  const all = events.filter(({ service_id }) => ids.includes(service_id)).length;
  for (const [name, encode] of Object.entries(encodings)) {
    const exchange = await world.send(list.request({ ...list.base, ...encode(ids) }, 1, 2 * all));
    const found = itemsIn(exchange)?.length;
    const meaning = found === all ? "both ids" : "another number";
    world.observe(`ACT-11: several ids ${name} find`, found === undefined ? exchange.response.status : meaning);
  }
  const none = await world.send(requestOf(world, "searchActivityDateRange", { service_ids: 999_999 }));
  const { status } = none.response;
  world.observe("ACT-12: range without an Event", status === 200 ? shapeOf(fieldsOf(jsonOf(none)).data) : status);
  const backwards = await world.send(list.request({ from: dayNumber(5), till: dayNumber(2) }, 1, 5));
  world.observe("ACT-11: status of a range that ends before it begins", backwards.response.status);
}

/** The day with the most Events, so that they come on several pages. */
const busiestOf = (events: readonly ActivityRecord[]): string | undefined =>
  [...groupBy(events, ({ date }) => date)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];

/** Drivers of the searches for Events. */
export const activityDrivers: Proof[] = [
  proof(
    "events-by-days-and-ids-page-by-page-their-dates-and-the-range-of-these",
    ["ACT-2", "ACT-3", "ACT-4", "ACT-5", "ACT-7", "ACT-8", "ACT-9"],
    "Events by days and ids, page by page, their dates and the range of these",
    needs,
    async (world) => {
      const events = draw(world, schedule(26)).map(
        (event): ActivityRecord => ({ ...event, ...later(world, { date: event.date }) }),
      );
      await world.control.seed(world.fixture("location_id"), "activities", [...events, ...edgeSchedule()]);
      const everyDay = { from: later(world, wholeSchedule).from, till: edgeSchedule().at(-1)?.date };
      const list = activityList(world, everyDay);
      await readList(world, list);
      const asked = searches.map((search) => later(world, search));
      for (const filter of [everyDay, ...asked, ...edgeRanges]) {
        world.journal.write({ kind: "case" });
        await readList(world, { ...list, base: {} }, filter);
        await readDates(world, list, filter);
        await readRange(world, list, filter);
      }
      for (const each of [...pageCases(world, list), ...loosePages(list)]) await tryCase(world, list, each);
      for (const ids of [{ resource_ids: resources[0] }, { service_ids: services[0] }])
        await readList(world, list, ids, { size: 3 });
      const day = busiestOf(events);
      await readList(world, list, { from: day, till: day }, { size: 2 });
      for (const size of [1, smallestCap].slice(0, world.budget.byDepth(0, 1, 2)))
        await readList(world, list, {}, { size });
      await observeChoices(world, list, [...events, ...edgeSchedule()]);
    },
  ),

  proof(
    "events-of-two-locations",
    ["ACT-3", "ACT-7", "ACT-9"],
    "Events of two Locations",
    ["fresh", ...needs, "fixtures.second_location_id"],
    async (world) => {
      const range = later(world, { from: dayNumber(0), till: dayNumber(20) });
      const seeded = [
        [world.fixture("location_id"), eventsFrom(2, 3)],
        [world.fixture("second_location_id"), eventsFrom(3, 17)],
      ] as const;
      for (const [location, events] of seeded)
        await world.control.seed(
          location,
          "activities",
          events.map((event) => later(world, event)),
        );
      for (const [location] of seeded) {
        const list = activityList(world, range, location);
        await readList(world, list);
        await readDates(world, list, range);
        await readRange(world, list, range);
      }
    },
  ),
];

/** The names under which an Event may show its ids; its fields are not shown, so nothing is judged by them: they are only asked for. */
const fieldNames: Readonly<Record<string, readonly string[]>> = {
  service_ids: ["service_id", "service_ids", "service", "services"],
  staff_ids: ["staff_id", "staff_ids", "staff", "master_id"],
  resource_ids: ["resource_ids", "resource_id", "resources", "resource_instances"],
};

/** The ids in a value: itself, those of a list, or the ids of objects. */
const idsIn = (value: unknown): (string | number)[] => {
  if (typeof value === "number" || (typeof value === "string" && /^\w{1,40}$/.test(value))) return [value];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return recordsOf([value]).flatMap(({ id }) => (id === undefined ? [] : idsIn(id)));
};

/** The days that an Event seems to be on. */
const daysOf = (item: Item): string[] =>
  Object.values(item).flatMap((value) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? [value.slice(0, 10)] : [],
  );

/** An id that is searched for, and a day with Events of which none seems to have it. */
interface AskedId {
  name: string;
  filter: Filter;
  without?: string;
}

/** Ids that some Events seem to have and others not: first those that the first or the last Event lacks, then the rarest, which show most. */
function idsSeenIn(
  items: readonly Item[],
  name: string,
  { days: known, fixture }: { days: readonly string[]; fixture: number | undefined },
): AskedId[] {
  const found = new Map<string | number, Item[]>();
  for (const item of items)
    for (const id of new Set((fieldNames[name] ?? []).flatMap((field) => idsIn(item[field]))))
      found.set(id, [...(found.get(id) ?? []), item]);
  const isInside = (some: readonly Item[]): boolean => {
    const [all, own] = [items, some].map((each) => each.flatMap(daysOf).toSorted()) as [string[], string[]];
    return all[0] !== own[0] || all.at(-1) !== own.at(-1);
  };
  const decisive = [...found]
    .filter(([, own]) => own.length < items.length)
    .toSorted(([, a], [, b]) => Number(isInside(b)) - Number(isInside(a)) || a.length - b.length);
  const ids = [...new Set([...decisive.map(([id]) => id), ...(fixture === undefined ? [] : [fixture])])].slice(0, 2);
  return ids.map((id) => {
    const own = new Set((found.get(id) ?? []).flatMap(daysOf));
    const without = known.find((day) => !own.has(day));
    return { name, filter: { [name]: id }, ...(without ? { without } : {}) };
  });
}

/** The number of days before the first and after the last Event that are searched too. */
const room = 9;

/** The number of days with Events that are kept of a search that goes on for long. */
const spanDays = 5;

/** All days on which Events may be: those of the range search, with some room, or a year around now. */
async function knownSpan(world: World): Promise<{ from: string; till: string }> {
  const { min_date, max_date } = fieldsOf(
    fieldsOf(jsonOf(await world.send(requestOf(world, "searchActivityDateRange", {})))).data,
  );
  const [from, till] = [String(min_date), String(max_date)].toSorted();
  const isKnown = [from, till].every((day) => !Number.isNaN(Date.parse(day ?? "")));
  if (isKnown && from && till) return { from: dayBeside(from, -room), till: dayBeside(till, room) };
  return { from: dayOf(world.now() - days(90)), till: dayOf(world.now() + days(275)) };
}

/** Ranges of days around some with Events, and days alone; the days between Events too. */
function rangesAround(known: readonly string[], dates: readonly string[]): [from: string, till: string][] {
  const middle = Math.floor(known.length / 2);
  const around = [middle, 1, known.length - 2].flatMap((at): [string, string][] => {
    const [before, day, after] = known.slice(at - 1, at + 2);
    if (at < 1 || !before || !day || !after) return [];
    return [
      [before, after],
      [before, dayBeside(day, -1)],
      [day, after],
      [day, day],
      [before, day],
      [dayBeside(day, 1), after],
    ];
  });
  const gap = known.map((day) => dayBeside(day, 1)).find((day) => !dates.includes(day));
  const alone = [known[0], known.at(-1), gap, ...known.slice(0, 4)].filter((day) => day !== undefined);
  return [...around, ...alone.map((day): [string, string] => [day, day])];
}

/** Searches for the Events that are known. */
function liveCases(world: World, list: DrivenList, span: Filter, dates: readonly string[]): ListCase[] {
  const { from = "", till = "" } = list.base;
  const known = dates.filter((day) => day >= String(from) && day <= String(till));
  const items = itemsOf(world, { ...list, base: {} });
  const { service_id } = world.target.fixtures;
  const ids = idFilterNames.map((name): AskedId[] => {
    const fixture = name === "service_ids" ? service_id : undefined;
    const [first, ...others] = idsSeenIn(items, name, { days: known, fixture });
    return [...(first ? [first] : []), { name, filter: { [name]: unknownId } }, ...others];
  });
  // One id of each name before a second of any.
  const turns = [0, 1, 2].flatMap((turn) => ids.flatMap((some) => some.slice(turn, turn + 1)));
  const around = rangesAround(known, dates).map(([first, last]) => ({ from: first, till: last }));
  const nameIn = (filter: Filter) => idFilterNames.find((name) => name in filter) ?? "days";
  const dated = (filter: Filter): ListCase => ({
    cell: `ACT-7/${nameIn(filter)}`,
    filter,
    send: () => readDates(world, list, filter),
  });
  const ranged = (filter: Filter): ListCase => ({
    cell: `ACT-9/${nameIn(filter)}`,
    filter,
    send: () => readRange(world, list, filter),
  });
  return [
    { cell: "ACT-2", filter: {}, size: 1, page: 0 },
    ...inFewPages(world, list),
    // A range and its two parts show something together.
    ...around.map((filter, index) => ({ cell: index < 3 ? `ACT-3/${index}` : "ACT-3", filter })),
    ...turns.map(({ name, filter }) => ({ cell: `ACT-4/${name}`, filter })),
    ...turns.flatMap(({ filter }) => [dated({ ...span, ...filter }), ranged(filter)]),
    // The dates of an id and a day without it show something together.
    ...turns.flatMap(({ name, filter, without: day }) =>
      day ? [{ cell: `ACT-7/${name}/without`, filter: { ...filter, from: day, till: day } }] : [],
    ),
    ...turns.map(({ filter }) => dated({ ...list.base, ...filter })),
    ...[...around, { from: "1990-01-01", till: "1990-01-03" }].map(dated),
    ...pageCases(world, list),
    ...loosePages(list),
  ];
}

export const liveActivities: LiveList = {
  ids: {
    "ACT-2": "two Events are needed",
    "ACT-3": "Events on two days are needed",
    "ACT-4": "an Event is needed",
    "ACT-5": "two Events are needed",
    "ACT-7": "an Event is needed",
    "ACT-8": "an Event is needed",
    "ACT-9": "an Event is needed",
  },
  needs: ["urls.base_url", "credentials.partner_token", "fixtures.location_id"],
  noun: "Events",
  know: async (world) => {
    const span = await knownSpan(world);
    const listed = fieldsOf(jsonOf(await world.send(requestOf(world, "searchActivityDates", span)))).data;
    const dates = (Array.isArray(listed) ? [...new Set(listed.map(String))] : []).toSorted();
    // The range is read again, now that the dates are known.
    await world.send(requestOf(world, "searchActivityDateRange", {}));
    let list = activityList(world, span);
    await readList(world, list, {}, { maxPages: 2, toEnd: true });
    const start = Math.max(0, Math.floor((dates.length - spanDays) / 2));
    const [from, till] = [dates[start], dates.slice(0, start + spanDays).at(-1)];
    if (itemsOf(world, list).length >= 2 * smallestCap && dates.length > spanDays && from && till) {
      list = activityList(world, { from, till });
      await readList(world, list, {}, { toEnd: true });
    }
    return { list, cases: liveCases(world, list, span, dates) };
  },
};
