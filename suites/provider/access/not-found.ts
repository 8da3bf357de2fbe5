import { Untestable } from "../../../base/errors.ts";
import { statusReads } from "../run/link-status.ts";
import { dataAccess } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";

/** A service that no Location has. */
const unknownService = 999_999_999;

/** Proofs of what is answered where something does not exist. */
export const notFoundProofs: Proof[] = [
  proof(
    "ERR-5 ERR-8",
    "what does not exist is not found",
    [...dataAccess, "fixtures.unknown_location_id", "fixtures.service_id"],
    async (world) => {
      const location_id = world.fixture("unknown_location_id");
      const application_id = world.fixture("application_id");
      for (const operation of statusReads) {
        const read = await world.request(operation, { path: { location_id, application_id }, as: "partner_token" });
        world.checkStatus("ERR-5", read, 404);
      }
      const known = { location_id: world.fixture("location_id"), service_id: world.fixture("service_id") };
      const readService = (path: typeof known) => world.request("readService", { path, as: "partner_token" });
      const { response } = await readService(known);
      // The refusals show something only where the same request succeeds for a service that exists.
      if (response.status < 200 || response.status > 299)
        throw new Untestable(`readService answers ${response.status} to the right request`);
      world.checkStatus("ERR-5", await readService({ ...known, service_id: unknownService }), 404);
      world.checkStatus("ERR-5", await readService({ ...known, location_id }), 403, 404);
      const clients = await world.request("listClients", {
        path: { location_id },
        query: { page: 1, count: 5 },
        as: "system_user_token",
      });
      world.checkStatus("ERR-8", clients, 401, 403, 404);
    },
  ),
];
