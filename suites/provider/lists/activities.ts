import { Untestable } from "../../../base/errors.ts";
import { fieldsOf } from "../../../base/json.ts";
import {
  type ActivityFilter,
  activityFilter,
  resources,
  schedule,
  services,
  staff,
  wholeSchedule,
} from "../../../generators/activities.ts";
import { dayNumber } from "../../../generators/days.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { draw, explore } from "../run/explore.ts";
import { type Proof, proof } from "../run/proof.ts";
import { json, type World } from "../run/world.ts";
import { gather, holdsExactly, itemsOf, type Listing } from "./pages.ts";

const seeded = ["control.seed", "urls.base_url", "credentials.partner_token", "fixtures.location_id"];

const search = async (world: World, operation: string, query: Record<string, string | number>): Promise<Exchange> => {
  const found = await world.ask(operation, {
    path: { location_id: world.fixture("location_id") },
    query,
    authorization: world.as("partner"),
  });
  // Which parameters a search wants is not shown, so a refusal shows nothing.
  if (found.response.status >= 400) throw new Untestable(`${operation} answers ${found.response.status}`);
  return found;
};

const listing = (world: World, asked: ActivityFilter, total?: number): Listing => ({
  operation: "searchActivities",
  async page(page, count) {
    const found = await world.ask("searchActivities", {
      path: { location_id: world.fixture("location_id") },
      query: { ...asked, page, count },
      authorization: world.as("partner"),
    });
    const { count: told } = fieldsOf(fieldsOf(json(found)).meta);
    const own = itemsOf(found)?.length;
    if (own !== undefined && total !== undefined && told !== undefined)
      world.holds(
        "ACT-2",
        found,
        told === total || told === own,
        `count ${String(told)}`,
        `${total} in all, or ${own} on the page`,
        "/meta/count",
      );
    return found;
  },
});

const begin = (world: World): Promise<Item[]> =>
  world.control.seed(world.fixture("location_id"), "activities", draw(world, schedule(34)));

const dayOf = (item: Item): string => String(item.date).slice(0, 10);

/** What the documented meaning of the filters gives over a collection. */
const fits =
  ({ from, till, service_ids, staff_ids, resource_ids }: ActivityFilter) =>
  (item: Item): boolean =>
    dayOf(item) >= (from ?? "") &&
    dayOf(item) <= (till ?? "9") &&
    (service_ids === undefined || item.service_id === service_ids) &&
    (staff_ids === undefined || item.staff_id === staff_ids) &&
    (resource_ids === undefined || (item.resource_ids as unknown[]).includes(resource_ids));

const datesWhere = (items: readonly Item[], asked: ActivityFilter): string[] =>
  [...new Set(items.filter(fits(asked)).map(dayOf))].toSorted();

async function judgeSearch(world: World, items: Item[], asked: ActivityFilter): Promise<void> {
  const must = items.filter(fits(asked));
  const found = await gather(world, listing(world, asked, must.length), must.length);
  if (found.refused) throw new Untestable(`searchActivities answers ${found.refused.response.status}`);
  const hasIds = Object.keys(asked).some((name) => name.endsWith("_ids"));
  holdsExactly(world, hasIds ? "ACT-4" : "ACT-3", found, must, { all: items });
}

async function judgeDates(world: World, items: Item[], asked: ActivityFilter): Promise<void> {
  const found = await search(world, "searchActivityDates", asked);
  const { data: told } = fieldsOf(json(found));
  const dates = Array.isArray(told) ? [...new Set(told.map(String))].toSorted() : [];
  const expected = datesWhere(items, asked);
  world.holds(
    "ACT-7",
    found,
    dates.join() === expected.join(),
    dates.join(", ") || "none",
    expected.join(", ") || "none",
    "/data",
  );
}

async function judgeRange(
  world: World,
  items: Item[],
  { from: _from, till: _till, ...asked }: ActivityFilter,
): Promise<void> {
  const dates = datesWhere(items, asked);
  if (dates.length === 0) return;
  const found = await search(world, "searchActivityDateRange", asked);
  const told = fieldsOf(fieldsOf(json(found)).data);
  for (const name of ["min_date", "max_date"] as const) {
    const value = told[name];
    const isDate = typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
    world.holds(
      "ACT-8",
      found,
      isDate,
      JSON.stringify(value) ?? "nothing",
      "a date in the form YYYY-MM-DD",
      `/data/${name}`,
    );
  }
  const [seen, expected] = [`${String(told.min_date)} to ${String(told.max_date)}`, `${dates[0]} to ${dates.at(-1)}`];
  world.holds("ACT-9", found, seen === expected, seen, expected, "/data");
}

/** Each filter alone, and days on both sides of an edge. */
const single: ActivityFilter[] = [
  wholeSchedule,
  { from: dayNumber(2), till: dayNumber(5) },
  { from: dayNumber(4), till: dayNumber(4) },
  ...services.map((service_ids) => ({ ...wholeSchedule, service_ids })),
  ...staff.map((staff_ids) => ({ ...wholeSchedule, staff_ids })),
  ...resources.map((resource_ids) => ({ ...wholeSchedule, resource_ids })),
];

const explored = (
  ids: string,
  title: string,
  judge: (world: World, items: Item[], asked: ActivityFilter) => Promise<void>,
): Proof =>
  proof(ids, title, seeded, async (world) => {
    const items = await begin(world);
    await explore(world, {
      cases: activityFilter(),
      first: single,
      runs: world.run.far(3, 12, 200),
      check: (scene, asked) => judge(scene, items, asked),
    });
  });

/** Proofs of the activity searches. */
export const activityProofs: Proof[] = [
  explored("ACT-2 ACT-3 ACT-4", "the search finds exactly what its filters ask for", judgeSearch),
  explored("ACT-7", "the dates are those on which Events match", judgeDates),
  explored("ACT-8 ACT-9", "the range is from the first to the last date that matches", judgeRange),

  proof("ACT-5", "the pages of the search hold each Event once, with any count", seeded, async (world) => {
    const items = await begin(world);
    for (const size of [7, 1, 34].slice(0, world.run.far(1, 2, 3)))
      holdsExactly(world, "ACT-5", await gather(world, listing(world, wholeSchedule), items.length, size), items);
    world.observe(
      "status of a range that ends before it begins",
      (await listing(world, { from: dayNumber(5), till: dayNumber(2) }).page(1, 5)).response.status,
    );
  }),
];
