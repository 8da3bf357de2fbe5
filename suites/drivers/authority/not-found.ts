import { Untestable } from "../../../base/errors.ts";
import { statusReads } from "../../model/operations/installation-status.ts";
import { unknownId } from "../../model/unknown-id.ts";
import { dataAccess, freshInstallation } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { callForData } from "../steps/calls-for-data.ts";
import { dataCalls } from "../steps/data-calls.ts";
import { fixtureLink, grant } from "../steps/installing.ts";
import { rightRequest } from "../steps/right-requests.ts";

/** Lists that name a Location or an application in their path. */
const lists = ["listConnectedLocations", "searchActivities", "searchActivityDates"];

/** The unknown Location or application in the place of the right one, for each status read. */
async function readStatuses(world: World): Promise<void> {
  const { location, application } = fixtureLink(world);
  for (const operation of statusReads)
    for (const [location_id, application_id] of [
      [world.fixture("unknown_location_id"), application],
      [location, unknownId],
    ] as const) {
      await world.request(operation, { path: { location_id, application_id }, as: "partner_token" });
    }
}

async function readServices(world: World): Promise<void> {
  const known = { location_id: world.fixture("location_id"), service_id: world.fixture("service_id") };
  const readService = (path: typeof known) => world.request("readService", { path, as: "partner_token" });
  const { response } = await world.recall("readService", { path: known, as: "partner_token" });
  // The refusals show something only where the same request succeeds for a service that exists.
  if (response.status < 200 || response.status > 299)
    throw new Untestable(`readService answers ${response.status} to the right request`);
  await readService({ ...known, service_id: unknownId });
  await readService({ ...known, location_id: world.fixture("unknown_location_id") });
}

/** Proofs of what is answered where something does not exist. */
export const notFoundProofs: Proof[] = [
  proof(
    "what-does-not-exist-is-not-found",
    ["ERR-5", "ERR-8"],
    "what does not exist is not found",
    [...dataAccess, "fixtures.unknown_location_id", "fixtures.service_id"],
    async (world) => {
      const location_id = world.fixture("unknown_location_id");
      await readStatuses(world);
      for (const [operation, choicesFor] of Object.entries(dataCalls)) {
        if (!world.facts.served.has(operation)) await callForData(world, operation, world.fixture("location_id"));
        await world.request(operation, { ...choicesFor(location_id, world.now()), as: "system_user_token" });
      }
      for (const operation of lists) {
        const path = { location_id, application_id: unknownId };
        await world.request(operation, { ...rightRequest(world, operation), path, as: "partner_token" });
      }
      await readServices(world);
    },
  ),

  proof(
    "a-grant-that-names-something-unknown-is-refused",
    ["ERR-5"],
    "a grant that names something unknown is refused",
    [...freshInstallation, "fixtures.unknown_location_id"],
    async (world) => {
      const link = fixtureLink(world);
      const location = world.fixture("unknown_location_id");
      for (const unknown of [
        { ...link, location },
        { ...link, application: unknownId },
      ])
        await grant(world, unknown);
      world.requireStatus(await grant(world, link), 201);
    },
  ),
];
