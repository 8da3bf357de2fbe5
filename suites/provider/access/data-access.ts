import { Untestable } from "../../../base/errors.ts";
import { fieldsOf } from "../../../base/json.ts";
import { callForAllData, dataAnswers } from "../run/calls-for-data.ts";
import { dataCalls } from "../run/data-calls.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import { requireActive, requireGone } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof, unlessQuick } from "../run/proof.ts";
import type { World } from "../run/world.ts";

const needs = [...freshInstallation, "credentials.system_user_token"];

/** Judges whether every data call for a Location is served; unless one is, that others were refused shows nothing. */
async function checkServed(world: World, link: LinkId): Promise<void> {
  for (const exchange of await callForAllData(world, link.location, "served")) {
    world.checkStatus("INST-18", exchange, 200);
    world.requireStatus(exchange, 200);
  }
}

/** Judges whether every data call for a Location is refused; what companies answer then is open, but for a server error, which the rules find. */
async function checkRefused(world: World, link: LinkId): Promise<void> {
  await world.request("listCompanies", { query: { my: 1 }, as: "system_user_token" });
  for (const exchange of await callForAllData(world, link.location, "refused"))
    world.checkStatus("INST-17", exchange, ...dataAnswers.refused);
}

/** Judges whether data calls with a filter or for a page are refused like the plain ones. */
async function checkFilteredRefused(world: World, { location: location_id }: LinkId): Promise<void> {
  const [id = 1] = world.target.fixtures.client_ids ?? [];
  const body = fieldsOf(dataCalls.listCalls?.(location_id, world.now()).body);
  for (const [operation, request] of [
    ["listClients", { path: { location_id }, query: { id } }],
    ["listClients", { path: { location_id }, query: { page: 1, count: 1 } }],
    ["listCalls", { body: { ...body, types: ["incoming"], page: 1, limit: 1 } }],
  ] as const) {
    const exchange = await world.request(operation, { ...request, as: "system_user_token" });
    world.checkStatus("INST-17", exchange, ...dataAnswers.refused);
  }
}

/** Ways to end a link. */
const endings: Record<string, { end: (world: World, link: LinkId) => Promise<void>; needs: string[] }> = {
  uninstall: { end: uninstall, needs: [] },
  disable: {
    end: (world, { location, application }) => world.control.disable(location, application),
    needs: ["control.links"],
  },
};

/** Proofs of when data calls are allowed: while the link of their Location is active. */
export const dataAccessProofs: Proof[] = [
  proof(
    "INST-17 INST-18",
    "data calls are refused before the link is active, and served once it is",
    needs,
    async (world) => {
      const link = fixtureLink(world);
      await checkRefused(world, link);
      await checkFilteredRefused(world, link);
      world.requireStatus(await grant(world, link), 201);
      await checkRefused(world, link);
      await checkFilteredRefused(world, link);
      await install(world, link);
      await checkServed(world, link);
    },
  ),

  proof(
    "INST-17 INST-18",
    "data calls are allowed for each Location by its own link",
    [...needs, "fixtures.second_location_id"],
    async (world) => {
      const first = fixtureLink(world);
      const second = await secondLink(world);
      await install(world, first);
      await checkRefused(world, second);
      world.requireStatus(await grant(world, second), 201);
      await checkRefused(world, second);
      world.requireStatus(await confirm(world, second), 201);
      await requireActive(world, second);
      await checkServed(world, second);
      await checkServed(world, first);
    },
  ),

  proof(
    "INST-17",
    "data calls of a system user are refused where only another application is active",
    [...needs, "fixtures.fast_application_id"],
    async (world) => {
      const other = fixtureLink(world, { application: world.fixture("fast_application_id") });
      world.requireStatus(await grant(world, other), 201);
      await requireActive(world, other);
      await checkRefused(world, other);
      // Refusals show something only of calls that are served elsewhere.
      const unserved = Object.keys(dataCalls).find((operation) => !world.run.served.has(operation));
      if (unserved) throw new Untestable(`${unserved} was never served`);
    },
  ),

  ...unlessQuick(
    ...Object.entries(endings).map(([name, ending]) =>
      proof(
        "INST-17 INST-18",
        `data calls are refused after a link was ended by ${name}, and served once it is installed again`,
        [...needs, ...ending.needs],
        async (world) => {
          const link = fixtureLink(world);
          await install(world, link);
          await ending.end(world, link);
          // Whether data calls are served while the status still names a link is open.
          await requireGone(world, link);
          await checkRefused(world, link);
          await install(world, link);
          await checkServed(world, link);
        },
      ),
    ),
  ),
];
