import { Untestable } from "../../../base/errors.ts";
import { edgeLocations } from "../../../generators/connected-locations.ts";
import type { Item } from "../../../harness/control.ts";
import type { LinkId } from "../../model/link-id.ts";
import { enumerate, itemsOf } from "../run/answers.ts";
import { confirm, fixtureLink, grant, install, isLinked, uninstall } from "../run/installing.ts";
import { readStatus, requireActive, requireGone } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof, unlessQuick } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { fieldsPromisedBy, judgeValues, type PromisedFields } from "./seeded-values.ts";
import { checkList, longList, type PagedList, readList, smallestCap } from "./whole-lists.ts";

const operation = "listConnectedLocations";
const needs = ["fresh", "control.seed", "urls.base_url", "credentials.partner_token", "fixtures.application_id"];
const needsToInstall = [...freshInstallation, ...needs];

const requestLocations = (
  world: World,
  query: Record<string, string | number>,
  application_id = world.fixture("application_id"),
) => world.request(operation, { path: { application_id }, query, as: "partner_token" });

const locationList = (world: World, application_id?: number, more: Record<string, number> = {}): PagedList => ({
  operation,
  requestPage: (page, count) => requestLocations(world, { page, count, ...more }, application_id),
});

const firstPage = ({ run }: World): number => run.firstPages.get(operation) ?? 1;

const salons = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Salon ${index}` }));

/** What each field of a connected Location promises. */
const fields: PromisedFields = {
  ...fieldsPromisedBy("LOC-1", Object.keys(edgeLocations()[0] ?? {})),
  active: ["LOC-2"],
  booking_widget_promo: ["LOC-5"],
};

/** Locations of the fixtures that the list may show besides, because the application is linked there from the beginning. */
async function linkedBefore(world: World, application = world.fixture("application_id")): Promise<Item[]> {
  const { second_location_id: second } = world.target.fixtures;
  if (second === undefined || !(await isLinked(world, { location: second, application }))) return [];
  return [{ id: second }];
}

/** Observes whether the list holds a Location whose link is in a state other than active. */
async function observeListed(world: World, { location }: LinkId, state: string): Promise<void> {
  const items = itemsOf(await requestLocations(world, { page: firstPage(world), count: smallestCap }));
  if (items)
    world.observe(
      `LOC-9: the list shows links that are ${state}`,
      items.some(({ id }) => id === location),
    );
}

/** Proofs of the list of connected Locations. */
export const locationProofs: Proof[] = [
  proof("LOC-7", "the pages of connected Locations hold each of them once, with any count", needs, async (world) => {
    const must = await world.control.seedConnected(world.fixture("application_id"), salons(23));
    const may = await linkedBefore(world);
    for (const size of [5, 1, smallestCap, 7].slice(0, world.run.byDepth(1, 3, 4)))
      await checkList(world, "LOC-7", locationList(world), { must, may, size });
  }),

  proof("LOC-1 LOC-2 LOC-5", "connected Locations come back as they were seeded", needs, async (world) => {
    const seeded = edgeLocations().map((location, index) => ({ id: 880_001 + index, ...location }));
    await world.control.seedConnected(world.fixture("application_id"), seeded);
    await judgeValues(world, locationList(world), seeded, fields);
  }),

  proof("ENV-2", "a list of no connected Locations is a list", needs, async (world) => {
    await world.control.seedConnected(world.fixture("application_id"), []);
    await requestLocations(world, { page: firstPage(world), count: 10 });
  }),

  proof(
    "LOC-3 LOC-4 LOC-7",
    "next_slot is there on every page when it is asked for, and on none otherwise; the Locations are the same",
    needs,
    async (world) => {
      const seeded = [...salons(5), { title: "Closed", active: 0 }, { title: "Nobody", active_staff_count: 0 }];
      const must = await world.control.seedConnected(world.fixture("application_id"), seeded);
      const { second_location_id: id } = world.target.fixtures;
      // The application may be linked there from the beginning.
      const may = id === undefined ? [] : [{ id }];
      await checkList(world, "LOC-7", locationList(world, undefined, { forBooking: 1 }), { must, may, size: 3 });
      for (const offset of [0, 1, 2]) {
        const query = { page: firstPage(world) + offset, count: 3 };
        await requestLocations(world, query);
        await requestLocations(world, { ...query, forBooking: 0 });
      }
    },
  ),

  proof(
    "LOC-8",
    "the list holds a Location once it is active, and none that never connected",
    needsToInstall,
    async (world) => {
      const link = fixtureLink(world);
      const others = await world.control.seedConnected(link.application, [{ title: "Elsewhere" }]);
      // A link that was reconnected on its way is as active as any other.
      world.requireStatus(await grant(world, link), 201);
      await observeListed(world, link, "pending");
      await install(world, link);
      const must = [{ id: link.location }, ...others];
      await checkList(world, "LOC-8", locationList(world), { must, may: await linkedBefore(world) });
      if (!world.can("links")) return;
      await world.control.freeze(link.location, link.application);
      await observeListed(world, link, "freezed");
    },
  ),

  proof(
    "LOC-8",
    "the list is the application's own",
    [...needsToInstall, "fixtures.fast_application_id", "fixtures.second_location_id"],
    async (world) => {
      const first = fixtureLink(world);
      const second = {
        location: world.fixture("second_location_id"),
        application: world.fixture("fast_application_id"),
      };
      for (const { application } of [first, second]) await world.control.seedConnected(application, []);
      await install(world, first);
      world.requireStatus(await grant(world, second), 201);
      const may = await linkedBefore(world);
      for (const { application, location } of [first, second])
        await checkList(world, "LOC-8", locationList(world, application), { must: [{ id: location }], may });
    },
  ),

  ...unlessQuick(
    proof(
      "LOC-8",
      "the list of a draft holds the Location where it is active",
      [...needsToInstall, "fixtures.draft_application_id"],
      async (world) => {
        const link = fixtureLink(world, { application: world.fixture("draft_application_id") });
        await world.control.seedConnected(link.application, []);
        world.requireStatus(await grant(world, link), 201);
        if ((await readStatus(world, link)).state === "pending") world.requireStatus(await confirm(world, link), 201);
        await requireActive(world, link);
        const may = await linkedBefore(world, link.application);
        await checkList(world, "LOC-8", locationList(world, link.application), { must: [{ id: link.location }], may });
      },
    ),

    proof("LOC-8", "the list no longer holds a Location whose link is gone", needsToInstall, async (world) => {
      const link = fixtureLink(world);
      await world.control.seedConnected(link.application, []);
      await install(world, link);
      await uninstall(world, link);
      await requireGone(world, link);
      await checkList(world, "LOC-8", locationList(world), { must: [], may: await linkedBefore(world) });
    }),
  ),

  proof(
    "LOC-8",
    "the list holds the Location where the application is active",
    ["installed", "no control.seed"],
    async (world) => {
      const { location } = fixtureLink(world);
      const { items, last, isWhole } = await world.settled(
        operation,
        () => readList(world, locationList(world), { count: 1, ...longList }),
        (reading) => reading.items.some(({ id }) => id === location),
      );
      const isThere = items.some(({ id }) => id === location);
      if (!isThere && !isWhole) throw new Untestable("the list is too long to be read to its end");
      world.check("LOC-8", isThere, {
        exchange: last,
        found: enumerate(items.map(({ id }) => id)),
        expected: `the Location ${location}`,
        pointer: "/data",
      });
    },
  ),
];
