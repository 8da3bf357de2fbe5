import { Untestable } from "../../../base/errors.ts";
import { hasFormat } from "../../../base/formats.ts";
import { fieldsOf } from "../../../base/json.ts";
import {
  type ActivityFilter,
  activityFilter,
  edgeRanges,
  edgeSchedule,
  resources,
  schedule,
  services,
  staff,
  wholeSchedule,
} from "../../../generators/activities.ts";
import { dayNumber } from "../../../generators/days.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import type { CellId } from "../../../specs/cells.ts";
import { shapeOf } from "../../observations/shape.ts";
import { itemsOf, jsonOf } from "../run/answers.ts";
import { draw, explore } from "../run/explore.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { judgeLoneParameters } from "./lone-parameters.ts";
import { checkItems, checkList, type PagedList, readList, smallestCap } from "./whole-lists.ts";

const needs = ["control.seed", "urls.base_url", "credentials.partner_token", "fixtures.location_id"];

const requestSearch = (world: World, operation: string, query: Record<string, string | number>): Promise<Exchange> =>
  world.request(operation, {
    path: { location_id: world.fixture("location_id") },
    query,
    as: "partner_token",
  });

/** Searches; which parameters a search wants is not shown, so a refusal shows nothing. */
async function search(world: World, operation: string, filter: ActivityFilter): Promise<Exchange> {
  const found = await requestSearch(world, operation, { ...filter });
  if (found.response.status >= 400) throw new Untestable(`${operation} answers ${found.response.status}`);
  return found;
}

/** The search as a list; where it is known how many Events match, `meta.count` is judged on every page. */
const searchList = (world: World, filter: ActivityFilter, total?: number): PagedList => ({
  operation: "searchActivities",
  async requestPage(page, count) {
    const exchange = await requestSearch(world, "searchActivities", { ...filter, page, count });
    const { count: reported } = fieldsOf(fieldsOf(jsonOf(exchange)).meta);
    const onPage = itemsOf(exchange)?.length;
    if (onPage !== undefined && total !== undefined && reported !== undefined)
      world.check("ACT-2", reported === total || reported === onPage, {
        exchange,
        found: `count ${String(reported)}`,
        expected: `${total} in all, or ${onPage} on the page`,
        pointer: "/meta/count",
      });
    return exchange;
  },
});

const seedSchedule = (world: World): Promise<Item[]> =>
  world.control.seed(world.fixture("location_id"), "activities", [...draw(world, schedule(26)), ...edgeSchedule()]);

const isWithin = ({ from, till }: ActivityFilter): boolean => from !== undefined && till !== undefined;

const dayOf = (item: Item): string => String(item.date).slice(0, 10);

/** Whether an Event matches a filter, by the documented meaning of its parameters. */
const matches =
  ({ from, till, service_ids, staff_ids, resource_ids }: ActivityFilter) =>
  (item: Item): boolean =>
    (from === undefined || dayOf(item) >= from) &&
    (till === undefined || dayOf(item) <= till) &&
    (service_ids === undefined || item.service_id === service_ids) &&
    (staff_ids === undefined || item.staff_id === staff_ids) &&
    (resource_ids === undefined || (item.resource_ids as unknown[]).includes(resource_ids));

const datesOf = (items: readonly Item[]): string[] => [...new Set(items.map(dayOf))].toSorted();

async function judgeSearch(world: World, items: Item[], filter: ActivityFilter): Promise<void> {
  const matching = items.filter(matches(filter));
  // How far a search goes that is given one end alone is not told: it finds nothing beyond that end.
  const [must, may] = isWithin(filter) ? [matching, []] : [[], matching];
  const list = searchList(world, filter, isWithin(filter) ? must.length : undefined);
  const reading = await world.settled(
    list.operation,
    () => readList(world, list, { count: must.length, extra: may.length }),
    (found) => found.items.length >= must.length && found.items.length <= must.length + may.length,
  );
  if (reading.refused) throw new Untestable(`searchActivities answers ${reading.refused.response.status}`);
  checkItems(world, cellOf(filter, must, items), reading, { must, may, all: items });
}

/** The cell that a search shows: of its only id, where some Events have it and others do not. */
function cellOf(filter: ActivityFilter, matching: readonly Item[], items: readonly Item[]): CellId {
  const [name, ...more] = Object.keys(filter).filter((parameter) => parameter.endsWith("_ids"));
  if (!name) return "ACT-3";
  const isTelling = more.length === 0 && matching.length > 0 && matching.length < items.length;
  return isTelling ? `ACT-4/${name}` : "ACT-4";
}

async function judgeDates(world: World, items: Item[], filter: ActivityFilter): Promise<void> {
  const exchange = await search(world, "searchActivityDates", filter);
  const { data } = fieldsOf(jsonOf(exchange));
  const found = (Array.isArray(data) ? [...new Set(data.map(String))].toSorted() : []).join(", ") || "none";
  const expected = datesOf(items.filter(matches(filter))).join(", ") || "none";
  // What a single end leaves open is judged by a rule.
  if (!isWithin(filter)) return;
  world.check("ACT-7", found === expected, { exchange, found, expected, pointer: "/data" });
}

async function judgeRange(
  world: World,
  items: Item[],
  { from: _from, till: _till, ...filter }: ActivityFilter,
): Promise<void> {
  const dates = datesOf(items.filter(matches(filter)));
  if (dates.length === 0) return;
  const exchange = await search(world, "searchActivityDateRange", filter);
  const range = fieldsOf(fieldsOf(jsonOf(exchange)).data);
  for (const name of ["min_date", "max_date"] as const) {
    const value = range[name];
    world.check("ACT-8", typeof value === "string" && hasFormat("date", value), {
      exchange,
      found: JSON.stringify(value) ?? "nothing",
      expected: "a date in the form YYYY-MM-DD",
      pointer: `/data/${name}`,
    });
  }
  const found = `${String(range.min_date)} to ${String(range.max_date)}`;
  const expected = `${dates[0]} to ${dates.at(-1)}`;
  world.check("ACT-9", found === expected, { exchange, found, expected, pointer: "/data" });
}

/** Every day on which an Event is seeded. */
const everyDay = { from: wholeSchedule.from, till: edgeSchedule().at(-1)?.date ?? wholeSchedule.till };

/** Each filter alone, and days on both sides of an edge. */
const singleFilters: ActivityFilter[] = [
  wholeSchedule,
  { from: dayNumber(2), till: dayNumber(5) },
  { from: dayNumber(4), till: dayNumber(4) },
  { from: dayNumber(5) },
  { till: dayNumber(5) },
  ...edgeRanges,
  ...services.map((service_ids) => ({ ...wholeSchedule, service_ids })),
  ...staff.map((staff_ids) => ({ ...wholeSchedule, staff_ids })),
  ...resources.map((resource_ids) => ({ ...wholeSchedule, resource_ids })),
];

const filterProof = (
  ids: string,
  title: string,
  judge: (world: World, items: Item[], filter: ActivityFilter) => Promise<void>,
  more: readonly ActivityFilter[] = [],
): Proof =>
  proof(ids, title, needs, async (world) => {
    const items = await seedSchedule(world);
    await explore(world, {
      cases: activityFilter(),
      first: [...singleFilters, ...more],
      runs: world.run.byDepth(3, 12, 200),
      check: (exploring, filter) => judge(exploring, items, filter),
    });
  });

/** Ways to write several ids in a query. */
const encodings: Record<string, (ids: readonly number[]) => [string, string][]> = {
  "with commas": (ids) => [["service_ids", ids.join(",")]],
  repeated: (ids) => ids.map((id) => ["service_ids", String(id)]),
  "repeated with brackets": (ids) => ids.map((id) => ["service_ids[]", String(id)]),
};

/** Observes how several ids may be encoded: whether the Events of both are found, or of one, or something else. */
async function observeSeveralIds(world: World, items: readonly Item[]): Promise<void> {
  const ids = services.slice(0, 2);
  const matching = ids.map((id) => items.filter(({ service_id }) => service_id === id).length);
  const all = matching.reduce((sum, count) => sum + count, 0);
  for (const [name, encode] of Object.entries(encodings)) {
    const query: [string, string][] = [
      ...Object.entries(wholeSchedule),
      ["page", "1"],
      ["count", "34"],
      ...encode(ids),
    ];
    const path = { location_id: world.fixture("location_id") };
    const exchange = await world.request("searchActivities", { path, query, as: "partner_token" });
    const found = itemsOf(exchange)?.length;
    const meaning = found === all ? "both ids" : "another number";
    world.observe(`ACT-11: several ids ${name} find`, found === undefined ? exchange.response.status : meaning);
  }
}

/** Observes the range of dates where no Event matches. */
async function observeNoMatch(world: World): Promise<void> {
  const exchange = await requestSearch(world, "searchActivityDateRange", { service_ids: unusedService });
  const { status } = exchange.response;
  world.observe("ACT-12: range without an Event", status === 200 ? shapeOf(fieldsOf(jsonOf(exchange)).data) : status);
}

/** A service that no Event has. */
const unusedService = 999_999;

/** Proofs of the activity searches. */
export const activityProofs: Proof[] = [
  filterProof("ACT-2 ACT-3 ACT-4", "the search finds exactly what its filters ask for", judgeSearch),
  filterProof("ACT-7", "the dates are those on which Events match", judgeDates, [everyDay]),
  filterProof("ACT-8 ACT-9", "the range is from the first to the last date that matches", judgeRange),

  proof("ACT-2 ACT-4 ACT-5", "the pages of the search hold each Event once, with any count", needs, async (world) => {
    const must = await seedSchedule(world);
    for (const size of [7, 1, smallestCap].slice(0, world.run.byDepth(1, 2, 3)))
      await checkList(world, "ACT-5", searchList(world, everyDay, must.length), { must, size });
    for (const resource_ids of resources.slice(0, 1)) {
      const filter = { ...everyDay, resource_ids };
      const matching = must.filter(matches(filter));
      await checkList(world, cellOf(filter, matching, must), searchList(world, filter, matching.length), {
        must: matching,
        all: must,
        size: 3,
      });
    }
    await observeSeveralIds(world, must);
    await observeNoMatch(world);
    const backwards = searchList(world, { from: dayNumber(5), till: dayNumber(2) });
    world.observe(
      "ACT-11: status of a range that ends before it begins",
      (await backwards.requestPage(1, 5)).response.status,
    );
  }),

  proof("ACT-5", "count holds without page, and page without count", needs, async (world) => {
    await seedSchedule(world);
    await judgeLoneParameters(world, "ACT-5", {
      requestFirst: (count) => requestSearch(world, "searchActivities", { ...everyDay, count }),
      requestPage: (page) => requestSearch(world, "searchActivities", { ...everyDay, page }),
    });
  }),
];
