import { Untestable } from "../../../base/errors.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import { exampleRequest } from "./example-requests.ts";
import { isSuccess } from "./success.ts";

/** The operation that an overlay adds, since the specification does not show the store card's address. */
const operation = "readStoreCard";

/** Proofs of the public store card. */
export const storeCardProofs: Proof[] = [
  proof(
    "the-public-store-card-of-a-draft-is-not-found",
    ["INST-22"],
    "the public store card of a draft is not found",
    [`overlay.${operation}`, "urls.base_url", "fixtures.application_id", "fixtures.draft_application_id"],
    async (world) => {
      const readCard = (application_id: number) =>
        world.request(operation, exampleRequest(world, operation, { values: { application_id } }));
      const shown = await readCard(world.fixture("application_id"));
      // A refusal shows something only where another application has a card.
      if (!isSuccess(shown)) throw new Untestable(`the store card of an application answers ${shown.response.status}`);
      await readCard(world.fixture("draft_application_id"));
    },
  ),
];
