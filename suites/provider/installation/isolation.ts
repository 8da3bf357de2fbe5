import { Untestable } from "../../../base/errors.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import { checkNotActive, checkState, readSettledStatus } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof, unlessQuick } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { checkLogged, checkLogUntouched, isLoggedActive } from "./status-checks.ts";

/** Another link beside that of the fixtures: of the same application elsewhere, or of another application at the same Location. */
interface OtherLink {
  name: string;
  fixture: string;
  of: (world: World) => Promise<LinkId> | LinkId;
}

const others: OtherLink[] = [
  {
    name: "at a second Location",
    fixture: "second_location_id",
    of: (world) => secondLink(world),
  },
  {
    name: "of another application",
    fixture: "draft_application_id",
    of: (world) => fixtureLink(world, { application: world.fixture("draft_application_id") }),
  },
];

/** Grants, and ends the proof as untestable unless the link is pending; whether that of a draft is one is open. */
async function grantPending(world: World, link: LinkId): Promise<void> {
  world.requireStatus(await grant(world, link), 201);
  const { state } = await readSettledStatus(world, link, (reading) => reading.state === "pending");
  if (state !== "pending") throw new Untestable(`the link is ${JSON.stringify(state)} after its grant`);
}

async function installPending(world: World, link: LinkId): Promise<void> {
  await grantPending(world, link);
  world.requireStatus(await confirm(world, link), 201);
}

const proofsBeside = ({ name, fixture, of: otherLink }: OtherLink): Proof[] => {
  const needs = [...freshInstallation, `fixtures.${fixture}`];
  return [
    proof("INST-5 INST-3 STAT-6", `a callback confirms its own link, and none ${name}`, needs, async (world) => {
      const [link, other] = [fixtureLink(world), await otherLink(world)];
      await grantPending(world, link);
      await grantPending(world, other);
      world.checkStatus("INST-3", await confirm(world, link), 201);
      await checkState(world, "INST-3", link, "active");
      await checkState(world, "INST-5", other, "pending");
      world.checkStatus("INST-3", await confirm(world, other), 201);
      const reading = await checkState(world, "INST-3", other, "active");
      if (reading.state === "active") checkLogged(world, "STAT-6", reading, "pending", "active");
    }),

    proof("STAT-6 STAT-9 INST-13", `uninstalling ends its own link, and none ${name}`, needs, async (world) => {
      const [link, other] = [fixtureLink(world), await otherLink(world)];
      await install(world, link);
      await installPending(world, other);
      await checkState(world, "STAT-9", other, "active");
      const before = await readSettledStatus(world, other, isLoggedActive);
      await uninstall(world, link);
      await checkNotActive(world, "INST-13", link);
      checkLogUntouched(world, before, await checkState(world, "STAT-9", other, "active"));
      await uninstall(world, other);
      await checkNotActive(world, "INST-13", other);
    }),

    proof(
      "STAT-6 STAT-9 INST-12",
      `a freeze freezes its own link, and none ${name}`,
      [...needs, "control.links"],
      async (world) => {
        const [link, other] = [fixtureLink(world), await otherLink(world)];
        await install(world, link);
        await installPending(world, other);
        const before = await readSettledStatus(world, other, isLoggedActive);
        await world.control.freeze(link.location, link.application);
        await checkState(world, "INST-12", link, "freezed");
        checkLogUntouched(world, before, await checkState(world, "STAT-9", other, "active"));
        await world.control.disable(link.location, link.application);
        checkLogUntouched(world, before, await checkState(world, "STAT-9", other, "active"));
      },
    ),
  ];
};

/** Proofs that what happens to one link leaves all others alone. */
export const isolationProofs: Proof[] = unlessQuick(...others.flatMap(proofsBeside));
