import { dataCalls } from "../run/data-calls.ts";
import { dataAccess, v3Access } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import { unissuedToken } from "../run/roles.ts";
import type { RequestChoices } from "../run/world.ts";
import { wrongTokens } from "./wrong-tokens.ts";

const dataCallProofs = Object.entries(dataCalls).map(([operation, choicesFor]) =>
  proof(
    "AUTH-1 AUTH-2 AUTH-4 AUTH-5 AUTH-6 AUTH-8 INST-18 VER-4",
    `${operation} asks for both tokens`,
    [...dataAccess, "credentials.no_access_user_token"],
    async (world) => {
      const right = choicesFor(world.fixture("location_id"));
      const request = (choices: RequestChoices) => world.request(operation, { ...right, ...choices });
      const { partner_token: partner = "", system_user_token: system = "" } = world.target.credentials;
      const served = await request({ as: "system_user_token" });
      world.checkStatus("AUTH-8", served, 200);
      if (operation === "listClients") world.checkStatus("VER-4", served, 200);
      if (!world.checkStatus("INST-18", served, 200)) return;
      world.checkStatus("AUTH-1", await request({}), 401);
      for (const wrong of wrongTokens(world, partner, "system_user_token"))
        world.checkStatus("AUTH-2", await request({ authorization: `Bearer ${wrong}, User ${system}` }), 401);
      world.checkStatus("AUTH-4", await request({ authorization: `Bearer ${partner}` }), 401);
      for (const wrong of wrongTokens(world, system, "partner_token"))
        world.checkStatus("AUTH-5", await request({ authorization: `Bearer ${partner}, User ${wrong}` }), 401);
      world.checkStatus("AUTH-6", await request({ as: "no_access_user_token" }), 403);
    },
  ),
);

/** Proofs of the reads that ask for a user's token, and of v3, which has tokens of its own. */
export const userAccessProofs: Proof[] = [
  ...dataCallProofs,

  proof(
    "INST-27 AUTH-1 AUTH-2",
    "companies are listed to the system user of an active link",
    dataAccess,
    async (world) => {
      const request = (choices: RequestChoices) => world.request("listCompanies", { query: { my: 1 }, ...choices });
      if (!world.checkStatus("INST-27", await request({ as: "system_user_token" }), 200)) return;
      const { system_user_token: system = "" } = world.target.credentials;
      world.checkStatus("AUTH-1", await request({}), 401);
      world.checkStatus("AUTH-2", await request({ authorization: `Bearer ${unissuedToken}, User ${system}` }), 401);
    },
  ),

  proof("AUTH-11 AUTH-12", "v3 asks for an access token", v3Access, async (world) => {
    const path = { location_id: world.fixture("location_id") };
    const request = (choices: RequestChoices) => world.request("listResources", { path, ...choices });
    if (!world.checkStatus("AUTH-11", await request({ as: "v3_token" }), 200)) return;
    world.checkStatus("AUTH-12", await request({}), 401);
    world.checkStatus("AUTH-12", await request({ authorization: `Bearer ${unissuedToken}` }), 401);
    const { partner_token: partner, v3_token: own } = world.target.credentials;
    if (!partner || partner === own) return;
    // To v3, a token of the other surfaces is either wrong or one without the scope, and what the latter gets is open.
    world.checkStatus("AUTH-12", await request({ as: "partner_token" }), 401, 403, 404);
  }),
];
