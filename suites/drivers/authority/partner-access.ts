import { statusReads } from "../../model/operations/installation-status.ts";
import { operationById } from "../../schedule/run/operation-by-id.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { RequestChoices } from "../../schedule/run/world.ts";
import { recallFirstPage } from "../steps/first-pages.ts";
import { fixturesOf, partnerReads, rightRequest } from "../steps/right-requests.ts";
import { unauthorized } from "./unauthorized.ts";
import { wrongSchemes, wrongTokens } from "./wrong-tokens.ts";

const needsOf = (operation: string): Need[] => [
  `urls.${operationById(operation).address}`,
  "credentials.partner_token",
  ...fixturesOf(operation),
  // The status of a Location that never connected is open, so it is read where a link is.
  ...((statusReads as readonly string[]).includes(operation) ? ["installed" as const] : []),
];

/** Proofs that each read for partners asks for the partner token. */
export const partnerAccessProofs: Proof[] = partnerReads.map((operation) =>
  proof(
    `${operation}-asks-for-the-partner-token`,
    ["AUTH-1", "AUTH-2", "AUTH-3", "AUTH-7"],
    `${operation} asks for the partner token`,
    needsOf(operation),
    async (world) => {
      const token = world.target.credentials.partner_token ?? "";
      const choices: RequestChoices = { ...rightRequest(world, operation), as: "partner_token" };
      const served = await recallFirstPage(world, operation, choices);
      const right = rightRequest(world, operation);
      world.requireStatus(served, 200);
      await unauthorized(world, operation, {}, 401);
      for (const wrong of wrongTokens(world, operation, token, "owner_user_token"))
        await world.request(operation, { ...right, authorization: `Bearer ${wrong}` });
      for (const authorization of wrongSchemes(world, operation, token))
        await world.request(operation, { ...right, authorization });
    },
  ),
);
