import { confirmationWindow, edge } from "../../model/time-limits.ts";
import { confirm, confirmAtWrongHost, fixtureLink, grant } from "../run/installing.ts";
import { awaitLifecycleEvent, checkNoLifecycleEvent, lifecycleNeeds, sendLifecycleTo } from "../run/lifecycle.ts";
import { freshInstallation } from "../run/needs.ts";
import type { Proof } from "../run/proof.ts";
import { receivingProof } from "../run/receiving.ts";
import { unissuedToken } from "../run/roles.ts";
import type { World } from "../run/world.ts";

/** Grants that must be refused, as far as the profile has who and where. */
async function tryRefusedGrants(world: World): Promise<void> {
  const link = fixtureLink(world);
  const { blocked_location_id: blocked } = world.target.fixtures;
  await grant(world, link, "partner_token");
  if (world.target.credentials.limited_user_token) await grant(world, link, "limited_user_token");
  if (blocked !== undefined) await grant(world, { ...link, location: blocked });
}

/** Callbacks that confirm nothing. */
async function tryVainCallbacks(world: World): Promise<void> {
  const link = fixtureLink(world);
  await confirmAtWrongHost(world, link);
  await confirm(world, link, `Bearer ${unissuedToken}`);
}

/** Proofs that only a freeze and a disabling send lifecycle events. */
export const quietStepProofs: Proof[] = [
  receivingProof(
    "LIFE-8",
    "what is refused, late or repeated sends no lifecycle event",
    [...freshInstallation, ...lifecycleNeeds],
    async (world, receiver) => {
      const link = fixtureLink(world);
      await sendLifecycleTo(world, receiver);
      await tryRefusedGrants(world);
      await confirm(world, link);
      await tryVainCallbacks(world);
      world.requireStatus(await grant(world, link), 201);
      await tryRefusedGrants(world);
      await tryVainCallbacks(world);
      await world.advanceTo(world.now() + confirmationWindow + edge);
      await confirm(world, link);
      world.requireStatus(await grant(world, link), 201);
      world.requireStatus(await confirm(world, link), 201);
      await confirm(world, link);
      await tryVainCallbacks(world);
      await awaitLifecycleEvent(world);
      checkNoLifecycleEvent(world, receiver.arrivals, "steps that are refused, late or repeated");
    },
  ),
];
