import { itemsOf } from "../run/answers.ts";
import { recallFirstPage } from "../run/first-pages.ts";
import { fixtureLink, isLinkedState } from "../run/installing.ts";
import { readStatus } from "../run/link-status.ts";
import { type Proof, proof } from "../run/proof.ts";
import { rightRequest } from "../run/right-requests.ts";
import { checkAllParts } from "./status-checks.ts";

const operation = "listConnectedLocations";

/** Proofs of the status of links that were there before: they may have payments and a longer log. */
export const listedStatusProofs: Proof[] = [
  proof(
    "STAT-1 STAT-2 STAT-4 STAT-5 STAT-10",
    "the status of Locations that the list shows has all its parts",
    ["urls.base_url", "urls.app_url", "credentials.partner_token", "fixtures.application_id"],
    async (world) => {
      const right = rightRequest(world, operation);
      const listed = itemsOf(await recallFirstPage(world, operation, { ...right, as: "partner_token" })) ?? [];
      const ids = listed.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
      for (const location of ids.slice(0, world.run.byDepth(2, 4, 10))) {
        const link = fixtureLink(world, { location });
        const reading = await readStatus(world, link);
        if (isLinkedState(reading.state)) await checkAllParts(world, link, reading.state, reading);
      }
    },
  ),
];
