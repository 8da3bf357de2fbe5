import { confirm, fixtureLink, grant } from "../run/installing.ts";
import { checkNotLinked, checkState } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { withoutUser, wrongSchemes, wrongTokens } from "./wrong-tokens.ts";

/** A grant for the fixtures' link, with an Authorization header as it is given. */
const grantWith = (world: World, authorization?: string) => {
  const { location, application } = fixtureLink(world);
  return world.request("grantAccess", {
    path: { company_id: location, application_id: application },
    ...(authorization === undefined ? {} : { authorization }),
  });
};

/** Proofs of the tokens that the two steps of an installation ask for. */
export const grantAccessProofs: Proof[] = [
  proof(
    "AUTH-1 AUTH-2 AUTH-3",
    "a grant without a token, or with a wrong one, is refused and links nothing",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
      world.checkStatus("AUTH-1", await grantWith(world), 401);
      await checkNotLinked(world, "AUTH-1", link);
      for (const wrong of wrongTokens(world, "grantAccess", partner, "owner_user_token"))
        world.checkStatus("AUTH-2", await grantWith(world, `Bearer ${wrong}, User ${owner}`), 401);
      await checkNotLinked(world, "AUTH-2", link);
      for (const authorization of wrongSchemes(world, "grantAccess", `${partner}, User ${owner}`))
        world.checkStatus("AUTH-3", await grantWith(world, authorization), 401);
      await checkNotLinked(world, "AUTH-3", link);
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
      const wrong = wrongTokens(world, "grantAccess", owner, "system_user_token");
      for (const authorization of [
        ...withoutUser(world, partner, owner),
        ...wrong.map((token) => `Bearer ${partner}, User ${token}`),
      ])
        world.checkStatus("AUTH-9", await grantWith(world, authorization), 401, 403);
      await checkNotLinked(world, "AUTH-9", link);
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
      const { partner_token: partner = "" } = world.target.credentials;
      world.requireStatus(await grant(world, link), 201);
      world.checkStatus("AUTH-1", await confirm(world, link, ""), 401);
      for (const wrong of wrongTokens(world, "confirmInstallation", partner, "owner_user_token"))
        world.checkStatus("AUTH-2", await confirm(world, link, `Bearer ${wrong}`), 401);
      for (const authorization of wrongSchemes(world, "confirmInstallation", partner))
        world.checkStatus("AUTH-3", await confirm(world, link, authorization), 401);
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
