import { dataCalls } from "../run/data-calls.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import { checkNotActive, checkState, observedState, readStatus, requireActive } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

const needsLinks = [...freshInstallation, "control.links"];

/** Observes what a freezed link still serves, and what leads out of it. */
async function observeFreezed(world: World, link: LinkId): Promise<void> {
  if (world.target.credentials.system_user_token)
    for (const [operation, choicesFor] of Object.entries(dataCalls)) {
      const { response } = await world.request(operation, {
        ...choicesFor(link.location, world.now()),
        as: "system_user_token",
      });
      world.observe(`INST-19: status of ${operation} while the link is freezed`, response.status);
    }
  for (const [name, step] of [
    ["callback", confirm],
    ["grant", grant],
  ] as const) {
    const { response } = await step(world, link);
    world.observe(`INST-9: status of a ${name} on a freezed link`, response.status);
    world.observe(`INST-9: state of a freezed link after a ${name}`, observedState(await readStatus(world, link)));
  }
}

/** Judges whether a link that was ended is not active, and observes what its status reads. */
async function checkEnded(world: World, requirement: string, link: LinkId, ending: string): Promise<void> {
  const reading = await checkNotActive(world, requirement, link);
  world.observe(`INST-15: status after ${ending}`, observedState(reading));
}

/** Proofs of what ends a link, or freezes it. */
export const endingProofs: Proof[] = [
  proof("INST-12", "a freeze makes an active link freezed", needsLinks, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    await world.control.freeze(link.location, link.application);
    await checkState(world, "INST-12", link, "freezed");
    await observeFreezed(world, link);
  }),

  proof(
    "INST-14",
    "a disabled application is no longer active, whatever it was",
    [...needsLinks, "fixtures.second_location_id"],
    async (world) => {
      const pending = fixtureLink(world);
      world.requireStatus(await grant(world, pending), 201);
      await world.control.disable(pending.location, pending.application);
      await checkEnded(world, "INST-14", pending, "disabling a pending link");
      const active = await secondLink(world);
      await install(world, active);
      await world.control.disable(active.location, active.application);
      await checkEnded(world, "INST-14", active, "disabling an active link");
    },
  ),

  proof(
    "INST-12 INST-14",
    "a fast install is disabled and frozen like any other",
    [...needsLinks, "fixtures.fast_application_id", "fixtures.second_location_id"],
    async (world) => {
      const application = world.fixture("fast_application_id");
      const [disabled, frozen] = [fixtureLink(world, { application }), await secondLink(world, { application })];
      for (const link of [disabled, frozen]) {
        world.requireStatus(await grant(world, link), 201);
        await requireActive(world, link);
      }
      await world.control.disable(disabled.location, application);
      await checkNotActive(world, "INST-14", disabled);
      await world.control.freeze(frozen.location, application);
      await checkState(world, "INST-12", frozen, "freezed");
    },
  ),

  proof("INST-13", "a freezed link that is uninstalled is no longer active", needsLinks, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    await world.control.freeze(link.location, link.application);
    await uninstall(world, link);
    await checkEnded(world, "INST-13", link, "uninstalling a freezed link");
  }),

  proof("INST-13", "an active link that is uninstalled is no longer active", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    await uninstall(world, link);
    await checkEnded(world, "INST-13", link, "uninstalling an active link");
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
      await checkEnded(world, "INST-13", link, "uninstalling a fast install");
    },
  ),
];
