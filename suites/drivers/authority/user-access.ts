import { dataAccess, v3Access } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import { unissuedToken } from "../../schedule/run/roles.ts";
import type { RequestChoices } from "../../schedule/run/world.ts";
import { recallPage } from "../resources/resource-pages.ts";
import { recallData } from "../steps/calls-for-data.ts";
import { dataCalls } from "../steps/data-calls.ts";
import { unauthorized } from "./unauthorized.ts";
import { withoutUser, wrongSchemes, wrongTokens } from "./wrong-tokens.ts";

const dataCallProofs = Object.entries(dataCalls).map(([operation, choicesFor]) =>
  proof(
    `${operation}-asks-for-both-tokens`,
    ["AUTH-1", "AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "AUTH-6", "AUTH-8", "INST-18", "VER-4"],
    `${operation} asks for both tokens`,
    [...dataAccess, "credentials.no_access_user_token"],
    async (world) => {
      const right = choicesFor(world.fixture("location_id"), world.now());
      const request = (choices: RequestChoices) => world.request(operation, { ...right, ...choices });
      const { partner_token: partner = "", system_user_token: system = "" } = world.target.credentials;
      const served = await recallData(world, operation, world.fixture("location_id"));
      if (served.response.status !== 200) return;
      await request({});
      for (const wrong of wrongTokens(world, operation, partner, "system_user_token"))
        await request({ authorization: `Bearer ${wrong}, User ${system}` });
      for (const authorization of wrongSchemes(world, operation, `${partner}, User ${system}`))
        await request({ authorization });
      for (const authorization of withoutUser(world, partner, system))
        await unauthorized(world, operation, { authorization }, 401);
      for (const wrong of wrongTokens(world, operation, system, "partner_token", 2))
        await request({ authorization: `Bearer ${partner}, User ${wrong}` });
      await unauthorized(world, operation, { as: "no_access_user_token" }, 403);
    },
  ),
);

/** Proofs of the reads that ask for a user's token, and of v3, which has tokens of its own. */
export const userAccessProofs: Proof[] = [
  ...dataCallProofs,

  proof(
    "companies-are-listed-to-the-system-user-of-an-active-link-and-not-without-both-tokens",
    ["INST-27", "AUTH-1", "AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5"],
    "companies are listed to the system user of an active link, and not without both tokens",
    dataAccess,
    async (world) => {
      const operation = "listCompanies";
      const request = (choices: RequestChoices) => world.request(operation, { query: { my: 1 }, ...choices });
      world.requireStatus(await request({ as: "system_user_token" }), 200);
      const { partner_token: partner = "", system_user_token: system = "" } = world.target.credentials;
      await request({});
      for (const wrong of wrongTokens(world, operation, partner, "system_user_token"))
        await request({ authorization: `Bearer ${wrong}, User ${system}` });
      for (const authorization of wrongSchemes(world, operation, `${partner}, User ${system}`))
        await request({ authorization });
      for (const authorization of withoutUser(world, partner, system)) await request({ authorization });
      for (const wrong of wrongTokens(world, operation, system, "partner_token", 2))
        await request({ authorization: `Bearer ${partner}, User ${wrong}` });
    },
  ),

  proof(
    "v3-asks-for-an-access-token",
    ["AUTH-11", "AUTH-12"],
    "v3 asks for an access token",
    v3Access,
    async (world) => {
      const path = { location_id: world.fixture("location_id") };
      const request = (choices: RequestChoices) => world.request("listResources", { path, ...choices });
      world.requireStatus((await recallPage(world)).exchange, 200);
      await request({});
      const { partner_token, owner_user_token, v3_token: own = "" } = world.target.credentials;
      for (const [index, wrong] of wrongTokens(world, "listResources", own, "v3_token", 4).entries()) {
        const query = index % 2 === 0 ? {} : { limit: 5 };
        await request({ query, authorization: `Bearer ${wrong}` });
      }
      for (const authorization of wrongSchemes(world, "listResources", own)) await request({ authorization });
      for (const other of [partner_token, ...(world.isSparing ? [] : [owner_user_token])])
        if (other && other !== own) await request({ authorization: `Bearer ${other}` });
    },
  ),

  proof(
    "v3-refuses-a-token-without-the-scope-with-a-cursor-too",
    ["AUTH-13"],
    "v3 refuses a token without the scope, with a cursor too",
    [...v3Access, "credentials.v3_unscoped_token"],
    async (world) => {
      const path = { location_id: world.fixture("location_id") };
      const request = (choices: RequestChoices) => world.request("listResources", { path, ...choices });
      const { exchange: served, cursor } = await recallPage(world, { limit: 1 });
      world.requireStatus(served, 200);
      const beside = typeof cursor === "string" ? [{ limit: 1, cursor }] : [];
      for (const query of beside) await recallPage(world, query);
      // Where requests are few, a limit comes with the cursor.
      for (const query of [{}, ...(world.isSparing && beside.length > 0 ? [] : [{ limit: 1 }]), ...beside]) {
        const refused = await request({ query, as: "v3_unscoped_token" });
        world.observe("AUTH-13: status of a token without the scope", refused.response.status);
      }
    },
  ),

  proof(
    "v3-asks-for-an-access-token-beside-a-cursor-too",
    ["AUTH-12"],
    "v3 asks for an access token beside a cursor too",
    v3Access,
    async (world) => {
      const { cursor } = await recallPage(world, { limit: 1 });
      if (typeof cursor !== "string") return;
      const query = { limit: 1, cursor };
      if ((await recallPage(world, query)).exchange.response.status !== 200) return;
      const request = { path: { location_id: world.fixture("location_id") }, query };
      for (const authority of [{}, { authorization: `Bearer ${unissuedToken}` }])
        await world.request("listResources", { ...request, ...authority });
    },
  ),
];
