import { confirm, fixtureLink, grant } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import { checkState } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { RefusedGrants, wrongPartners, wrongUsers } from "./refused-grants.ts";
import { withoutUser, wrongSchemes, wrongTokens } from "./wrong-tokens.ts";

/** Judges whether callbacks with a wrong token, or a right one in another scheme, are refused; answers whether all are. */
export async function checkUnauthorizedCallbacks(world: World, link: LinkId): Promise<boolean> {
  const { partner_token: partner = "" } = world.target.credentials;
  let areRefused = true;
  for (const wrong of wrongTokens(world, "confirmInstallation", partner, "owner_user_token"))
    areRefused = world.checkStatus("AUTH-2", await confirm(world, link, `Bearer ${wrong}`), 401) && areRefused;
  for (const authorization of wrongSchemes(world, "confirmInstallation", partner))
    areRefused = world.checkStatus("AUTH-3", await confirm(world, link, authorization), 401) && areRefused;
  return areRefused;
}

/** Proofs of the tokens that the two steps of an installation ask for. */
export const grantAccessProofs: Proof[] = [
  proof(
    "AUTH-1 AUTH-2 AUTH-3",
    "a grant without a token, or with a wrong one, is refused and links nothing",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
      const refused = new RefusedGrants(world, link);
      await refused.check([undefined], "AUTH-1", 401);
      await refused.check(wrongPartners(world), "AUTH-2", 401);
      await refused.check(wrongSchemes(world, "grantAccess", `${partner}, User ${owner}`), "AUTH-3", 401);
      world.requireStatus(await grant(world, link), 201);
    },
  ),

  proof(
    "AUTH-9 AUTH-8",
    "a grant without the owner's token is refused and links nothing",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
      const wrong = [...withoutUser(world, partner, owner), ...wrongUsers(world)];
      await new RefusedGrants(world, link).check(wrong, "AUTH-9", 401, 403);
      const granted = await grant(world, link);
      world.checkStatus("AUTH-8", granted, 201);
      world.requireStatus(granted, 201);
    },
  ),

  proof(
    "INST-39 AUTH-1 AUTH-2 AUTH-3",
    "a callback without a token, or with a wrong one, is refused and changes nothing",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      world.requireStatus(await grant(world, link), 201);
      world.checkStatus("AUTH-1", await confirm(world, link, ""), 401);
      await checkUnauthorizedCallbacks(world, link);
      await checkState(world, "INST-39", link, "pending");
      world.requireStatus(await confirm(world, link), 201);
    },
  ),

  proof("AUTH-10", "the callback is accepted with the partner token alone", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    world.requireStatus(await grant(world, link), 201);
    world.checkStatus("AUTH-10", await confirm(world, link), 201);
  }),
];
