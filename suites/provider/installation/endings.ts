import { fixtureLink, grant, install, secondLink, uninstall } from "../run/installing.ts";
import { checkNotActive, checkState, requireActive } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";

const needsLinks = [...freshInstallation, "control.links"];

/** Proofs of what ends a link, or freezes it. */
export const endingProofs: Proof[] = [
  proof("INST-12", "a freeze makes an active link freezed", needsLinks, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    await world.control.freeze(link.location, link.application);
    await checkState(world, "INST-12", link, "freezed");
  }),

  proof(
    "INST-14",
    "a disabled application is no longer active, whatever it was",
    [...needsLinks, "fixtures.second_location_id"],
    async (world) => {
      const pending = fixtureLink(world);
      world.requireStatus(await grant(world, pending), 201);
      await world.control.disable(pending.location, pending.application);
      await checkNotActive(world, "INST-14", pending);
      const active = await secondLink(world);
      await install(world, active);
      await world.control.disable(active.location, active.application);
      await checkNotActive(world, "INST-14", active);
    },
  ),

  proof("INST-13", "a freezed link that is uninstalled is no longer active", needsLinks, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    await world.control.freeze(link.location, link.application);
    await uninstall(world, link);
    await checkNotActive(world, "INST-13", link);
  }),

  proof("INST-13", "an active link that is uninstalled is no longer active", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    await uninstall(world, link);
    await checkNotActive(world, "INST-13", link);
  }),

  proof(
    "INST-13",
    "a fast install that is uninstalled is no longer active",
    [...freshInstallation, "fixtures.fast_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("fast_application_id") });
      world.requireStatus(await grant(world, link), 201);
      await requireActive(world, link);
      await uninstall(world, link);
      await checkNotActive(world, "INST-13", link);
    },
  ),
];
