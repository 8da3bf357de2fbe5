import { ensureInstalled, grant, install, isGone, place, uninstall } from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { echoes } from "./echo.ts";
import { gather, holdsExactly, itemsOf, type Listing } from "./pages.ts";

const listed = ["control.seed", "urls.base_url", "credentials.partner_token", "fixtures.application_id"];

const locations = (
  world: World,
  query: Record<string, string | number> = {},
  application_id = world.fixture("application_id"),
) =>
  world.ask("listConnectedLocations", {
    path: { application_id },
    query: { page: world.run.firstPages.get("listConnectedLocations") ?? 1, count: 10, ...query },
    authorization: world.as("partner"),
  });

const listing = (world: World, application_id?: number): Listing => ({
  operation: "listConnectedLocations",
  page: (page, count) => locations(world, { page, count }, application_id),
});

const salons = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Salon ${index}` }));

/** Proofs of the list of connected Locations. */
export const locationProofs: Proof[] = [
  proof(
    "LOC-7 LOC-1",
    "the pages of connected Locations hold each of them once, with any count",
    [...listed, "fresh"],
    async (world) => {
      const items = await world.control.seedConnected(world.fixture("application_id"), salons(23));
      for (const size of [5, 1, 23, 10].slice(0, world.run.far(1, 3, 4)))
        holdsExactly(world, "LOC-7", await gather(world, listing(world), items.length, size), items);
      const whole = await gather(world, listing(world), items.length);
      echoes(world, whole.last, { seeded: items, found: whole.items }, { title: ["LOC-1"] });
    },
  ),

  proof("ENV-2", "a list of no connected Locations is a list", [...listed, "fresh"], async (world) => {
    await world.control.seedConnected(world.fixture("application_id"), []);
    await locations(world);
  }),

  proof(
    "LOC-3 LOC-4",
    "next_slot is there on every page when it is asked for, and on none otherwise",
    [...listed, "fresh"],
    async (world) => {
      await world.control.seedConnected(world.fixture("application_id"), salons(7));
      const start = world.run.firstPages.get("listConnectedLocations") ?? 1;
      for (const page of [start, start + 1, start + 2]) {
        await locations(world, { page, count: 3, forBooking: 1 });
        await locations(world, { page, count: 3 });
        await locations(world, { page, count: 3, forBooking: 0 });
      }
    },
  ),

  proof(
    "LOC-8",
    "the list holds a Location once it is active, and none that never connected",
    [...installs, ...listed, "fresh"],
    async (world) => {
      const here = place(world);
      const others = await world.control.seedConnected(here.application, [{ title: "Elsewhere" }]);
      // A link that was reconnected on its way is as active as any other.
      world.needs(await grant(world, here), 201);
      await install(world, here);
      const expected = [{ id: here.location }, ...others];
      holdsExactly(world, "LOC-8", await gather(world, listing(world), expected.length), expected);
    },
  ),

  proof(
    "LOC-8",
    "the list is the application's own",
    [...installs, ...listed, "fresh", "fixtures.fast_application_id", "fixtures.second_location_id"],
    async (world) => {
      const [application, fast] = [world.fixture("application_id"), world.fixture("fast_application_id")];
      for (const id of [application, fast]) await world.control.seedConnected(id, []);
      const there = place(world, { location: world.fixture("second_location_id"), application: fast });
      await install(world, place(world));
      world.needs(await grant(world, there), 201);
      holdsExactly(world, "LOC-8", await gather(world, listing(world, application), 1), [
        { id: world.fixture("location_id") },
      ]);
      holdsExactly(world, "LOC-8", await gather(world, listing(world, fast), 1), [{ id: there.location }]);
    },
  ),

  proof(
    "LOC-8",
    "the list holds no Location any more whose link is gone",
    [...installs, ...listed, "fresh"],
    async (world) => {
      const here = place(world);
      await world.control.seedConnected(here.application, []);
      await install(world, here);
      await uninstall(world, here);
      await isGone(world, here);
      holdsExactly(world, "LOC-8", await gather(world, listing(world), 0), []);
    },
  ),

  proof(
    "LOC-8",
    "the list holds the Location where the application is active",
    ["installed", "no control.seed"],
    async (world) => {
      const here = place(world);
      await ensureInstalled(world, here);
      for (let page = 1; ; page++) {
        const found = await locations(world, { page, count: 20 });
        const items = (itemsOf(found) ?? []).map(({ id }) => id);
        if (items.includes(here.location)) return world.holds("LOC-8", found, true, "", "");
        // A long list is not read to its end for the sake of one proof.
        if (items.length < 20 || page >= 5) return;
      }
    },
  ),
];
