import type { World } from "../../schedule/run/world.ts";
import { wrongTokens } from "../authority/wrong-tokens.ts";

/** The owner's token beside wrong ones of the partner. */
export function wrongPartners(world: World): string[] {
  const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
  return wrongTokens(world, "grantAccess", partner, "owner_user_token").map(
    (wrong) => `Bearer ${wrong}, User ${owner}`,
  );
}

/** The partner's token beside wrong ones of the owner. */
export function wrongUsers(world: World): string[] {
  const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
  return wrongTokens(world, "grantAccess", owner, "system_user_token").map(
    (wrong) => `Bearer ${partner}, User ${wrong}`,
  );
}
