import { ensureInstalled, grant, install, isGone, place, uninstall } from "../stage/installing.ts";
import { installs } from "../stage/needs.ts";
import { type Proof, proof } from "../stage/proof.ts";
import type { Stage } from "../stage/stage.ts";
import { echoes } from "./echo.ts";
import { gather, holdsExactly, itemsOf, type Listing } from "./pages.ts";

const listed = ["control.seed", "urls.base_url", "credentials.partner_token", "fixtures.application_id"];

const locations = (
  stage: Stage,
  query: Record<string, string | number> = {},
  application_id = stage.fixture("application_id"),
) =>
  stage.ask("listConnectedLocations", {
    path: { application_id },
    query: { page: stage.tour.firstPages.get("listConnectedLocations") ?? 1, count: 10, ...query },
    authorization: stage.as("partner"),
  });

const listing = (stage: Stage, application_id?: number): Listing => ({
  operation: "listConnectedLocations",
  page: (page, count) => locations(stage, { page, count }, application_id),
});

const salons = (count: number) => Array.from({ length: count }, (_, index) => ({ title: `Salon ${index}` }));

/** Proofs of the list of connected Locations. */
export const locationProofs: Proof[] = [
  proof(
    "LOC-7 LOC-1",
    "the pages of connected Locations hold each of them once, with any count",
    [...listed, "fresh"],
    async (stage) => {
      const items = await stage.control.seedConnected(stage.fixture("application_id"), salons(23));
      for (const size of [5, 1, 23, 10].slice(0, stage.tour.far(1, 3, 4)))
        holdsExactly(stage, "LOC-7", await gather(stage, listing(stage), items.length, size), items);
      const whole = await gather(stage, listing(stage), items.length);
      echoes(stage, whole.last, { seeded: items, found: whole.items }, { title: ["LOC-1"] });
    },
  ),

  proof("ENV-2", "a list of no connected Locations is a list", [...listed, "fresh"], async (stage) => {
    await stage.control.seedConnected(stage.fixture("application_id"), []);
    await locations(stage);
  }),

  proof(
    "LOC-3 LOC-4",
    "next_slot is there on every page when it is asked for, and on none otherwise",
    [...listed, "fresh"],
    async (stage) => {
      await stage.control.seedConnected(stage.fixture("application_id"), salons(7));
      const start = stage.tour.firstPages.get("listConnectedLocations") ?? 1;
      for (const page of [start, start + 1, start + 2]) {
        await locations(stage, { page, count: 3, forBooking: 1 });
        await locations(stage, { page, count: 3 });
        await locations(stage, { page, count: 3, forBooking: 0 });
      }
    },
  ),

  proof(
    "LOC-8",
    "the list holds a Location once it is active, and none that never connected",
    [...installs, ...listed, "fresh"],
    async (stage) => {
      const here = place(stage);
      const others = await stage.control.seedConnected(here.application, [{ title: "Elsewhere" }]);
      // A link that was reconnected on its way is as active as any other.
      stage.needs(await grant(stage, here), 201);
      await install(stage, here);
      const expected = [{ id: here.location }, ...others];
      holdsExactly(stage, "LOC-8", await gather(stage, listing(stage), expected.length), expected);
    },
  ),

  proof(
    "LOC-8",
    "the list is the application's own",
    [...installs, ...listed, "fresh", "fixtures.fast_application_id", "fixtures.second_location_id"],
    async (stage) => {
      const [application, fast] = [stage.fixture("application_id"), stage.fixture("fast_application_id")];
      for (const id of [application, fast]) await stage.control.seedConnected(id, []);
      const there = place(stage, { location: stage.fixture("second_location_id"), application: fast });
      await install(stage, place(stage));
      stage.needs(await grant(stage, there), 201);
      holdsExactly(stage, "LOC-8", await gather(stage, listing(stage, application), 1), [
        { id: stage.fixture("location_id") },
      ]);
      holdsExactly(stage, "LOC-8", await gather(stage, listing(stage, fast), 1), [{ id: there.location }]);
    },
  ),

  proof(
    "LOC-8",
    "the list holds no Location any more whose link is gone",
    [...installs, ...listed, "fresh"],
    async (stage) => {
      const here = place(stage);
      await stage.control.seedConnected(here.application, []);
      await install(stage, here);
      await uninstall(stage, here);
      await isGone(stage, here);
      holdsExactly(stage, "LOC-8", await gather(stage, listing(stage), 0), []);
    },
  ),

  proof(
    "LOC-8",
    "the list holds the Location where the application is active",
    ["installed", "no control.seed"],
    async (stage) => {
      const here = place(stage);
      await ensureInstalled(stage, here);
      for (let page = 1; ; page++) {
        const found = await locations(stage, { page, count: 20 });
        const items = (itemsOf(found) ?? []).map(({ id }) => id);
        if (items.includes(here.location)) return stage.holds("LOC-8", found, true, "", "");
        // A long list is not read to its end for the sake of one proof.
        if (items.length < 20 || page >= 5) return;
      }
    },
  ),
];
