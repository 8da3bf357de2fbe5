import { Untestable } from "../../../base/errors.ts";
import { momentOf } from "../../../base/formats.ts";
import { fieldsOf } from "../../../base/json.ts";
import {
  type ClientFilter,
  clientFilter,
  clientFilterNames,
  clientFilters,
  daysOfChange,
  pairsOfFilters,
} from "../../../generators/client-filters.ts";
import {
  type ClientRecord,
  clientele,
  edgeClients,
  edgeMoments,
  mistakableFilters,
} from "../../../generators/clients.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { itemsOf, jsonOf } from "../run/answers.ts";
import { draw, explore } from "../run/explore.ts";
import { ensureInstalled, fixtureLink } from "../run/installing.ts";
import { dataAccess } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { matchOf, requirementOf } from "./client-filters.ts";
import { judgeLoneParameters } from "./lone-parameters.ts";
import { fieldsPromisedBy, hasSameText, isSameMoment, judgeValues, type PromisedFields } from "./seeded-values.ts";
import { checkList, type PagedList, readList, smallestCap } from "./whole-lists.ts";

const needs = [...dataAccess, "control.seed"];

const requestClients = (
  world: World,
  query: ClientFilter & { page?: number; count?: number },
  location_id = world.fixture("location_id"),
): Promise<Exchange> =>
  world.request("listClients", {
    path: { location_id },
    query: Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, String(value)] as const),
    ),
    as: "system_user_token",
  });

const clientList = (world: World, filter: ClientFilter = {}, location?: number): PagedList => ({
  operation: "listClients",
  requestPage: (page, count) => requestClients(world, { ...filter, page, count }, location),
});

/** The clients list, of which `meta` is judged on every page: how many clients there are, and which page it is. */
const countedList = (world: World, total: number): PagedList => {
  const list = clientList(world);
  return {
    ...list,
    async requestPage(page, count) {
      const exchange = await list.requestPage(page, count);
      if (page === 0 || !itemsOf(exchange)?.length) return exchange;
      const meta = fieldsOf(fieldsOf(jsonOf(exchange)).meta);
      world.check("CLI-5", meta.total_count === total, {
        exchange,
        found: `total_count ${String(meta.total_count)}`,
        expected: String(total),
        pointer: "/meta/total_count",
      });
      if (page <= Math.ceil(total / count)) checkPageNumber(world, exchange, page);
      return exchange;
    },
  };
};

/** Judges whether an answer says which page it is. */
function checkPageNumber(world: World, exchange: Exchange, page: number): void {
  const { page: told } = fieldsOf(fieldsOf(jsonOf(exchange)).meta);
  world.check("CLI-5", told === page, {
    exchange,
    found: `page ${String(told)}`,
    expected: String(page),
    pointer: "/meta/page",
  });
}

/** The clients list with a filter, of which `total_count` is judged on every page: it counts what matches, or all clients. */
const filteredList = (world: World, filter: ClientFilter, { least, most, all }: Counts): PagedList => {
  const list = clientList(world, filter);
  return {
    ...list,
    async requestPage(page, count) {
      const exchange = await list.requestPage(page, count);
      if (page > 0 && page <= Math.ceil(least / count) && itemsOf(exchange)?.length)
        checkPageNumber(world, exchange, page);
      const { total_count: total } = fieldsOf(fieldsOf(jsonOf(exchange)).meta);
      if (!itemsOf(exchange) || typeof total !== "number") return exchange;
      const matching = least === most ? String(least) : `${least} to ${most}`;
      const countsMatches = total >= least && total <= most;
      world.check("CLI-14", countsMatches || total === all, {
        exchange,
        found: `total_count ${total}`,
        expected: `${matching} that match, or all ${all}`,
        pointer: "/meta/total_count",
      });
      if (most < all && (countsMatches || total === all))
        world.observe("CLI-14: total_count counts", countsMatches ? "what matches" : "all");
      return exchange;
    },
  };
};

/** How many clients certainly match a filter, how many may, and how many there are. */
interface Counts {
  least: number;
  most: number;
  all: number;
}

const seedClients = (world: World): Promise<Item[]> =>
  world.control.seed(world.fixture("location_id"), "clients", draw(world, clientele(43)));

async function judgeFilter(world: World, items: Item[], filter: ClientFilter): Promise<void> {
  const must = items.filter((item) => matchOf(item, filter) === "yes");
  const may = items.filter((item) => matchOf(item, filter) === "open");
  const counts = { least: must.length, most: must.length + may.length, all: items.length };
  await checkList(world, requirementOf(filter), filteredList(world, filter, counts), { must, may, all: items });
}

/**
 * Judges whether each client changed either after a moment or before it, and whoever changed after it did so later than
 * whoever changed before it: that holds in every zone in which the moment may be meant.
 */
async function judgeParting(world: World, all: Item[], moment: string): Promise<void> {
  const expected = { count: 0, extra: all.length };
  const [after, before] = [
    await readList(world, clientList(world, { changed_after: moment }), expected),
    await readList(world, clientList(world, { changed_before: moment }), expected),
  ];
  if (after.refused || before.refused) throw new Untestable("changed_after or changed_before is refused");
  const sides = [after, before].map(({ items }) => new Set(items.map(({ id }) => String(id))));
  const stray = all.find(({ id }) => sides.filter((side) => side.has(String(id))).length !== 1);
  world.check("CLI-9", stray === undefined, {
    exchange: before.last,
    found: `the client ${String(stray?.id)}, changed ${String(stray?.last_change_date)}, ${stray && sides[0]?.has(String(stray.id)) ? "both" : "neither"} after and before ${moment}`,
    expected: "one or the other",
    pointer: "/data",
  });
  const changes = sides.map((side) =>
    all.filter(({ id }) => side.has(String(id))).map(({ last_change_date }) => momentOf(last_change_date)),
  );
  const [earliestAfter, latestBefore] = [Math.min(...(changes[0] ?? [])), Math.max(...(changes[1] ?? []))];
  world.check("CLI-9", !(earliestAfter < latestBefore), {
    exchange: before.last,
    found: `a client after ${moment} who changed earlier than another before it`,
    expected: "changes on their side of the moment",
    pointer: "/data",
  });
}

/** Observes whether a change in the very second of a filter, in UTC, is found. */
async function observeOwnSecond(world: World, items: readonly Item[]): Promise<void> {
  const { id, last_change_date } = items[0] ?? {};
  const changed = momentOf(last_change_date);
  if (Number.isNaN(changed)) return;
  const moment = new Date(changed).toISOString().slice(0, 19);
  for (const name of ["changed_after", "changed_before"] as const) {
    const { items: found } = await readList(world, clientList(world, { id: Number(id), [name]: moment }), { count: 0 });
    world.observe(`CLI-13: a change in the second of ${name}`, found.length > 0 ? "found" : "left out");
  }
}

/** More clients than a page is likely to hold. */
const crowd = 250;

/** Observes how many clients a page holds at most. */
async function observeLargestPage(world: World): Promise<void> {
  await world.control.seed(world.fixture("location_id"), "clients", draw(world, clientele(crowd)));
  const page = world.run.firstPages.get("listClients") ?? 1;
  const largest = itemsOf(await clientList(world).requestPage(page, crowd))?.length;
  if (largest !== undefined) world.observe(`LOC-10: clients on a page of ${crowd}`, largest);
}

/** What each field of a client promises; a phone is a text that the sample shows as a number. */
const fields: PromisedFields = {
  ...fieldsPromisedBy("CLI-1", ["name", "email", "discount", "birth_date", "comment", "spent", "balance", "visits"]),
  ...fieldsPromisedBy("CLI-2", ["gender_id", "importance_id", "sms_check", "sms_not"]),
  categories: ["CLI-3"],
  custom_fields: ["CLI-1"],
  phone: ["CLI-1", hasSameText],
  card: ["CLI-1", hasSameText],
  last_change_date: ["CLI-1", isSameMoment],
};

/** Proofs of the clients list. */
export const clientProofs: Proof[] = [
  proof(
    "CLI-5 CLI-6 CLI-7 CLI-8 CLI-9 CLI-10 CLI-14",
    "the list holds exactly the clients that its filters ask for",
    needs,
    async (world) => {
      const items = await seedClients(world);
      const clients = items as unknown as ClientRecord[];
      const check = (exploring: World, filter: ClientFilter) => judgeFilter(exploring, items, filter);
      for (const name of clientFilterNames)
        await explore(world, { cases: clientFilter(clients, name), runs: world.run.byDepth(1, 4, 40), check });
      await observeOwnSecond(world, items);
      const pairs = draw(world, pairsOfFilters(clients));
      await explore(world, {
        cases: clientFilters(clients),
        first: [...mistakableFilters, ...daysOfChange(clients), ...pairs.slice(0, world.run.byDepth(6, 88, 88))],
        runs: world.run.byDepth(3, 16, 200),
        check,
      });
    },
  ),

  proof("CLI-11 CLI-5", "the pages of the clients list hold each client once, and count them", needs, async (world) => {
    const must = (await seedClients(world)).slice(0, 23);
    await world.control.seed(world.fixture("location_id"), "clients", must);
    // Read once before it is counted, since a list may lag behind what was put there.
    await checkList(world, "CLI-11", clientList(world), { must, size: smallestCap });
    for (const size of [5, 1].slice(0, world.run.byDepth(1, 2, 2)))
      await checkList(world, "CLI-11", countedList(world, must.length), { must, size });
    // What a page before the first one is answered is open; a server error, which the rules find, is not.
    await requestClients(world, { page: -1, count: 5 });
    await observeLargestPage(world);
  }),

  proof(
    "CLI-1 CLI-2 CLI-3 CLI-9",
    "clients come back as they were seeded, and a moment parts those that changed before it from those after it",
    needs,
    async (world) => {
      const clients = edgeClients();
      await world.control.seed(world.fixture("location_id"), "clients", clients);
      await judgeValues(world, clientList(world), clients, fields);
      for (const moment of edgeMoments.slice(0, world.run.byDepth(1, 3, 3))) await judgeParting(world, clients, moment);
    },
  ),

  proof("CLI-11", "count holds without page, and page without count", needs, async (world) => {
    await seedClients(world);
    await judgeLoneParameters(world, "CLI-11", {
      requestFirst: (size) => requestClients(world, { count: size }),
      requestPage: (page) => requestClients(world, { page }),
    });
  }),

  proof(
    "CLI-12",
    "the clients list is the Location's own",
    [...needs, "fixtures.second_location_id", "mutations"],
    async (world) => {
      const second = world.fixture("second_location_id");
      const must = await seedClients(world);
      await ensureInstalled(world, fixtureLink(world, { location: second }));
      const others = draw(world, clientele(4)).map((client) => ({ ...client, id: client.id + 1000 }));
      const elsewhere = await world.control.seed(second, "clients", others);
      const all = [...must, ...elsewhere];
      await checkList(world, "CLI-12", clientList(world), { must, all });
      await checkList(world, "CLI-12", clientList(world, {}, second), { must: elsewhere, all, size: 2 });
      // Nobody elsewhere is found by a filter either.
      const fullname = String(elsewhere[0]?.name);
      const ofName = must.filter((item) => matchOf(item, { fullname }) === "yes");
      const may = must.filter((item) => matchOf(item, { fullname }) === "open");
      await checkList(world, "CLI-12", clientList(world, { fullname }), { must: ofName, may, all });
      const [id, phone] = [Number(must[0]?.id), String(must[9]?.phone)];
      for (const filter of [{ id }, { "id[]": [id] }, { phone }]) {
        const ofFilter = elsewhere.filter((item) => matchOf(item, filter) === "yes");
        await checkList(world, "CLI-12", clientList(world, filter, second), { must: ofFilter, all });
      }
    },
  ),
];
