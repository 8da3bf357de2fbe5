import { momentOf } from "../../../base/formats/formats.ts";
import { clientele, edgeClients, edgeMoments, mistakableFilters } from "../../../generators/clients.ts";
import type { CellId } from "../../../specs/cells.ts";
import { smallestCap } from "../../model/lists/place.ts";
import { clientKind } from "../../model/operations/list-clients.ts";
import { dataAccess } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { itemsOf as itemsIn } from "../steps/answers.ts";
import { draw } from "../steps/explore.ts";
import { ensureInstalled, fixtureLink } from "../steps/installing.ts";
import { pairedFilters, singleFilters, unmatched } from "./client-cases.ts";
import { type DrivenList, type Filter, itemsOf, queryOf, readList } from "./driven-list.ts";
import {
  countDecisiveIn,
  type ListCase,
  laterPages,
  loosePages,
  narrowerIn,
  pageCases,
  tryCase,
} from "./list-cases.ts";

const needs: readonly Need[] = [...dataAccess, "control.seed"];

/** The clients of a Location. */
export const clientList = (world: World, owner = world.fixture("location_id")): DrivenList => ({
  kind: clientKind,
  owner,
  base: {},
  request: (filter, page, count) =>
    world.requestOf("listClients", {
      path: { location_id: owner },
      query: queryOf({ ...filter, page, count }),
      as: "system_user_token",
    }),
});

const cellOf = (filter: Filter): CellId => {
  const [name = "", ...more] = Object.keys(filter);
  return more.length > 0 ? "CLI-10" : (clientKind.filters[name]?.cell ?? "CLI-11");
};

const asCase = (filter: Filter): ListCase => ({ cell: cellOf(filter), filter });

/** Searches for the clients that are known. */
export function clientCases(world: World, list: DrivenList): ListCase[] {
  const items = itemsOf(world, list);
  const countDecisive = countDecisiveIn(world, list);
  const isNarrower = narrowerIn(world, list);
  const singles = singleFilters(items, world.context.seed, countDecisive);
  const pairs = pairedFilters(items, singles, isNarrower);
  return [
    // Now that all clients are known, their number is too.
    { cell: "CLI-5/total_count", filter: {}, size: 3, page: 0 },
    ...singles.map(asCase),
    ...pairs.slice(0, world.budget.byDepth(6, 45, 90)).map(asCase),
    ...pageCases(world, list),
    ...loosePages(list),
    ...laterPages(world, list, singles).slice(0, world.budget.byDepth(2, 16, 30)),
    ...laterPages(world, list, pairs).slice(0, world.budget.byDepth(2, 60, 90)),
    ...unmatched.map(asCase),
  ];
}

const seed = (world: World, items: object[], location = world.fixture("location_id")) =>
  world.control.seed(location, "clients", items);

/** More clients than a page is likely to hold. */
const crowd = 250;

/** Observes what the list does where the specification is silent. */
async function observeChoices(world: World, list: DrivenList): Promise<void> {
  const { value: counted } = world.facts.model.constants.totalCount;
  if (counted) world.observe("CLI-14: total_count counts", counted === "all" ? "all" : "what matches");
  const [{ id, last_change_date } = {}] = itemsOf(world, list);
  const changed = momentOf(last_change_date);
  for (const name of Number.isNaN(changed) ? [] : ["changed_after", "changed_before"]) {
    const filter = { id, [name]: new Date(changed).toISOString().slice(0, 19) };
    const found = itemsIn(await world.send(list.request(filter, 1, smallestCap)));
    if (found) world.observe(`CLI-13: a change in the second of ${name}`, found.length > 0 ? "found" : "left out");
  }
  await seed(world, draw(world, clientele(crowd)));
  await readList(world, list);
  const largest = itemsIn(await world.send(list.request({}, 1, crowd)))?.length;
  if (largest !== undefined) world.observe(`LOC-10: clients on a page of ${crowd}`, largest);
  for (const page of [0, crowd / 2, crowd - 1])
    await tryCase(world, list, { cell: "CLI-11", filter: {}, size: 1, page });
}

async function tryAll(world: World, list: DrivenList, cases: readonly ListCase[]): Promise<void> {
  for (const each of cases) await tryCase(world, list, each);
}

/** Drivers of the clients list. */
export const clientDrivers: Proof[] = [
  proof(
    "clients-by-each-filter-several-at-once-and-page-by-page",
    ["CLI-1", "CLI-2", "CLI-3", "CLI-5", "CLI-6", "CLI-7", "CLI-8", "CLI-9", "CLI-10", "CLI-11", "CLI-14"],
    "clients by each filter, several at once, and page by page",
    needs,
    async (world) => {
      await seed(world, draw(world, clientele(43)));
      const list = clientList(world);
      await readList(world, list);
      await tryAll(world, list, [...mistakableFilters.map(asCase), ...clientCases(world, list)]);
      // The answer to a page before the first one is open, but for a server error.
      await world.send(list.request({ page: -1 }, undefined, 5));
      await observeChoices(world, list);
    },
  ),

  proof(
    "clients-whose-values-a-program-may-spoil",
    ["CLI-1", "CLI-2", "CLI-3", "CLI-9"],
    "clients whose values a program may spoil",
    needs,
    async (world) => {
      await seed(world, edgeClients());
      const list = clientList(world);
      await readList(world, list);
      const moments = edgeMoments.slice(0, world.budget.byDepth(1, 3, 3));
      for (const moment of moments)
        for (const name of ["changed_after", "changed_before"])
          await readList(world, list, { [name]: moment }, { toEnd: true });
      // Now that it is known who changed between them, each two are the ends of a range.
      for (const [index, changed_after] of moments.entries())
        for (const changed_before of moments.slice(index + 1))
          await readList(world, list, { changed_after, changed_before });
    },
  ),

  proof(
    "clients-of-two-locations",
    ["CLI-12"],
    "clients of two Locations",
    [...needs, "fixtures.second_location_id", "mutations"],
    async (world) => {
      const second = world.fixture("second_location_id");
      await ensureInstalled(world, fixtureLink(world, { location: second }));
      const own = draw(world, clientele(43));
      const others = draw(world, clientele(4)).map((client) => ({ ...client, id: client.id + 1000 }));
      await seed(world, own);
      await seed(world, others, second);
      for (const [location, size] of [
        [world.fixture("location_id"), undefined],
        [second, 2],
      ] as const) {
        const list = clientList(world, location);
        await readList(world, list, {}, { size });
        for (const { name, id, phone } of [others[0], own[0], own[9]].filter((client) => client !== undefined))
          for (const filter of [{ fullname: name }, { id }, { "id[]": [id] }, { phone }])
            await readList(world, list, filter);
      }
    },
  ),
];
