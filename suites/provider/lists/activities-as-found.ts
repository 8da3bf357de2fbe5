import { Untestable } from "../../../base/errors.ts";
import { fieldsOf } from "../../../base/json.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { enumerate, itemsOf, jsonOf } from "../run/answers.ts";
import { year } from "../run/data-calls.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { checkTwoPages } from "./two-pages.ts";
import { type PagedList, readList, smallestCap } from "./whole-lists.ts";

const needs = ["no control.seed", "urls.base_url", "credentials.partner_token", "fixtures.location_id"];

const requestSearch = (world: World, operation: string, query: Record<string, string | number>): Promise<Exchange> =>
  world.request(operation, { path: { location_id: world.fixture("location_id") }, query, as: "partner_token" });

const searchList = (world: World): PagedList => ({
  operation: "searchActivities",
  requestPage: (page, count) => requestSearch(world, "searchActivities", { ...year, page, count }),
});

/** The dates on which Events are; which parameters the search wants is not shown, so a refusal shows nothing. */
async function readDates(world: World, range: typeof year): Promise<{ exchange: Exchange; dates: string[] }> {
  const exchange = await requestSearch(world, "searchActivityDates", range);
  world.requireStatus(exchange, 200);
  const { data } = fieldsOf(jsonOf(exchange));
  return { exchange, dates: Array.isArray(data) ? data.map(String) : [] };
}

/** Two different days on which Events are. */
async function requireTwoDays(world: World): Promise<[string, string]> {
  const { dates } = await readDates(world, year);
  const [first, second] = [...new Set(dates)].toSorted();
  if (first === undefined || second === undefined) throw new Untestable("the Location has no Events on two days");
  return [first, second];
}

/** How many Events a Location may have to be counted. */
const mostEvents = 4 * smallestCap;

/** Proofs over the Events that are there, for a target whose collections cannot be replaced. */
export const activityAsFoundProofs: Proof[] = [
  proof("ACT-7", "the dates keep to the days that are asked for", needs, async (world) => {
    for (const day of await requireTwoDays(world)) {
      const { exchange, dates } = await readDates(world, { from: day, till: day });
      const found = enumerate([...new Set(dates)]);
      world.check("ACT-7", found === enumerate([day]), { exchange, found, expected: day, pointer: "/data" });
    }
  }),

  proof("ACT-3", "the search keeps to the days that are asked for", needs, async (world) => {
    const known = new Set<unknown>();
    for (const day of await requireTwoDays(world)) {
      const exchange = await requestSearch(world, "searchActivities", {
        from: day,
        till: day,
        page: 1,
        count: smallestCap,
      });
      world.requireStatus(exchange, 200);
      const ids = (itemsOf(exchange) ?? []).map(({ id }) => id);
      if (ids.includes(undefined)) throw new Untestable("Events have no ids");
      const repeated = ids.filter((id) => known.has(id));
      world.check("ACT-3", ids.length > 0 && repeated.length === 0, {
        exchange,
        found: ids.length === 0 ? `no Event on ${day}` : `on two days ${enumerate(repeated)}`,
        expected: `the Events of ${day}, and no others`,
        pointer: "/data",
      });
      for (const id of ids) known.add(id);
    }
  }),

  proof("ACT-5", "two pages of the search hold no Event twice", needs, async (world) => {
    await checkTwoPages(world, "ACT-5", searchList(world), 1);
  }),

  proof("ACT-2", "meta.count tells how many Events there are, or are on the page", needs, async (world) => {
    const list = searchList(world);
    const { items, isWhole } = await readList(world, list, { count: 0, extra: mostEvents });
    if (items.length < 2 || !isWhole) throw new Untestable("the Location has no two Events, or too many to be counted");
    const exchange = await list.requestPage(world.run.firstPages.get(list.operation) ?? 1, 1);
    const { count } = fieldsOf(fieldsOf(jsonOf(exchange)).meta);
    const onPage = itemsOf(exchange)?.length ?? 0;
    world.check("ACT-2", count === items.length || count === onPage, {
      exchange,
      found: `count ${String(count)}`,
      expected: `${items.length} in all, or ${onPage} on the page`,
      pointer: "/meta/count",
    });
  }),
];
