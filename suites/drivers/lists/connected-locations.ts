import { edgeLocations } from "../../../generators/connected-locations.ts";
import type { LinkId } from "../../model/link-id.ts";
import { smallestCap } from "../../model/lists/place.ts";
import { connectedLocationKind } from "../../model/operations/list-connected-locations.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof, unlessQuick } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { itemsOf as itemsIn } from "../steps/answers.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../steps/installing.ts";
import { readStatus, requireActive, requireGone } from "../steps/link-status.ts";
import { type DrivenList, itemsOf, queryOf, readList } from "./driven-list.ts";
import { inFewPages, type ListCase, loosePages, pageCases, tryCase } from "./list-cases.ts";
import type { LiveList } from "./live-list.ts";

const needs: readonly Need[] = [
  "fresh",
  "control.seed",
  "urls.base_url",
  "credentials.partner_token",
  "fixtures.application_id",
];
const needsToInstall: readonly Need[] = [...freshInstallation, ...needs];

/** The Locations that connected an application. */
const locationList = (world: World, owner = world.fixture("application_id")): DrivenList => ({
  kind: connectedLocationKind,
  owner,
  base: {},
  request: (filter, page, count) =>
    world.requestOf("listConnectedLocations", {
      path: { application_id: owner },
      query: queryOf({ page, count, ...filter }),
      as: "partner_token",
    }),
});

/** Locations, some of which have one title. */
const salons = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Salon ${index % 9}` }));

/** Observes whether the list holds a Location whose link is in a state other than active. */
async function observeListed(world: World, { location }: LinkId, state: string): Promise<void> {
  const items = itemsIn(await readList(world, locationList(world)));
  const isListed = items?.some(({ id }) => id === location);
  if (isListed !== undefined) world.observe(`LOC-9: the list shows links that are ${state}`, isListed);
}

/** Pages with and without `next_slot`. */
const bookingCases: ListCase[] = [1, 0].flatMap((forBooking) =>
  [0, 1, 2].map((page) => ({ cell: `LOC-3/${forBooking}`, filter: { forBooking }, size: page === 2 ? 1 : 3, page })),
);

/** Drivers of the list of connected Locations. */
export const locationDrivers: Proof[] = [
  proof(
    "connected-locations-page-by-page-with-and-without-next-slot",
    ["LOC-3", "LOC-4", "LOC-7", "LOC-14", "LOC-15", "ENV-2"],
    "connected Locations page by page, with and without next_slot",
    needs,
    async (world) => {
      const list = locationList(world);
      for (const dictionary of ["listCountries", "listCities"])
        await world.request(dictionary, { as: "partner_token" });
      const seeded = [...salons(21), { title: "Closed", active: 0 }, { title: "Unstaffed", active_staff_count: 0 }];
      await world.control.seedConnected(list.owner, seeded);
      await readList(world, list);
      for (const each of [...pageCases(world, list), ...loosePages(list), ...bookingCases])
        await tryCase(world, list, each);
      for (const size of [5, 1, smallestCap].slice(0, world.budget.byDepth(1, 2, 3)))
        await readList(world, list, {}, { size });
      await readList(world, list, { forBooking: 1 }, { size: 7 });
      await world.control.seedConnected(list.owner, []);
      await readList(world, list, {}, { size: smallestCap });
    },
  ),

  proof(
    "connected-locations-whose-values-a-program-may-spoil",
    ["LOC-1", "LOC-2", "LOC-5"],
    "connected Locations whose values a program may spoil",
    needs,
    async (world) => {
      const seeded = edgeLocations().map((location, index) => ({ id: 880_001 + index, ...location }));
      await world.control.seedConnected(world.fixture("application_id"), seeded);
      await readList(world, locationList(world));
    },
  ),

  proof(
    "the-list-while-a-location-connects-the-application",
    ["LOC-8"],
    "the list while a Location connects the application",
    needsToInstall,
    async (world) => {
      const link = fixtureLink(world);
      await world.control.seedConnected(link.application, [{ title: "Elsewhere" }]);
      world.requireStatus(await grant(world, link), 201);
      await observeListed(world, link, "pending");
      // A link that was reconnected on its way is as active as any other.
      await install(world, link);
      await readList(world, locationList(world));
      if (!world.can("links")) return;
      await world.control.freeze(link.location, link.application);
      await observeListed(world, link, "freezed");
    },
  ),

  proof(
    "the-lists-of-two-applications",
    ["LOC-8"],
    "the lists of two applications",
    [...needsToInstall, "fixtures.fast_application_id", "fixtures.second_location_id"],
    async (world) => {
      const first = fixtureLink(world);
      const second = {
        location: world.fixture("second_location_id"),
        application: world.fixture("fast_application_id"),
      };
      for (const { application } of [first, second]) await world.control.seedConnected(application, []);
      // Only the other application is to be connected there.
      await secondLink(world);
      await install(world, first);
      world.requireStatus(await grant(world, second), 201);
      await readStatus(world, second);
      for (const { application } of [first, second]) await readList(world, locationList(world, application));
    },
  ),

  ...unlessQuick(
    proof(
      "the-list-of-a-draft",
      ["LOC-8"],
      "the list of a draft",
      [...needsToInstall, "fixtures.draft_application_id"],
      async (world) => {
        const link = fixtureLink(world, { application: world.fixture("draft_application_id") });
        await world.control.seedConnected(link.application, []);
        world.requireStatus(await grant(world, link), 201);
        if ((await readStatus(world, link)).state === "pending") world.requireStatus(await confirm(world, link), 201);
        await requireActive(world, link);
        await readList(world, locationList(world, link.application));
      },
    ),

    proof(
      "the-list-after-a-link-has-ended",
      ["LOC-8"],
      "the list after a link has ended",
      needsToInstall,
      async (world) => {
        const link = fixtureLink(world);
        await world.control.seedConnected(link.application, []);
        await install(world, link);
        await uninstall(world, link);
        await requireGone(world, link);
        await readList(world, locationList(world));
      },
    ),
  ),
];

/** The number of the Locations that are asked for their status. */
const maxStatuses = 6;

export const liveLocations: LiveList = {
  ids: {
    "LOC-7": "two connected Locations are needed",
    "LOC-8": "a connected Location is needed",
  },
  needs: ["urls.base_url", "credentials.partner_token", "fixtures.application_id"],
  noun: "connected Locations",
  know: async (world) => {
    const list = locationList(world);
    await readList(world, list, {}, { maxPages: 8, toEnd: true });
    const items = itemsOf(world, list);
    // Where installation is blocked there should be no link.
    const blocked = items.filter(({ id }) => id === world.target.fixtures.blocked_location_id);
    const some = [...new Set([...blocked, ...items.slice(-maxStatuses / 2), ...items])].slice(0, maxStatuses);
    const statuses = some.map(
      ({ id }): ListCase => ({
        cell: "LOC-8",
        filter: {},
        send: async () => void (await readStatus(world, { location: Number(id), application: list.owner })),
      }),
    );
    return {
      list,
      cases: [
        ...statuses,
        { cell: "LOC-8", filter: {} },
        ...inFewPages(world, list),
        ...bookingCases,
        ...pageCases(world, list),
        ...loosePages(list),
      ],
    };
  },
};
