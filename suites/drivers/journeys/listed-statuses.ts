import { type Proof, proof } from "../../schedule/run/proof.ts";
import { itemsOf } from "../steps/answers.ts";
import { recallFirstPage } from "../steps/first-pages.ts";
import { fixtureLink } from "../steps/installing.ts";
import { rightRequest } from "../steps/right-requests.ts";
import { readBoth } from "./steps.ts";

const operation = "listConnectedLocations";

/** The status of links that existed before: they may have payments and a longer log. */
export const listedStatusJourneys: Proof[] = [
  proof(
    "the-status-of-locations-that-the-list-shows",
    ["STAT-1", "STAT-2", "STAT-4", "STAT-5", "STAT-10", "INST-26"],
    "the status of Locations that the list shows",
    ["urls.base_url", "urls.app_url", "credentials.partner_token", "fixtures.application_id"],
    async (world) => {
      const right = rightRequest(world, operation);
      const listed = itemsOf(await recallFirstPage(world, operation, { ...right, as: "partner_token" })) ?? [];
      const ids = listed.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
      for (const location of ids.slice(0, world.budget.byDepth(2, 4, 10)))
        await readBoth(world, fixtureLink(world, { location }));
    },
  ),
];
