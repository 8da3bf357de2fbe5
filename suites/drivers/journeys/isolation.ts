import type { Fixtures } from "../../../harness/target.ts";
import type { LinkId } from "../../model/link-id.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../steps/installing.ts";
import { disable, freeze } from "./endings.ts";
import { readBoth } from "./steps.ts";

/** Another link beside that of the fixtures: of the same application elsewhere, or of another application at the same Location. */
const others: { name: string; fixture: keyof Fixtures; of: (world: World) => Promise<LinkId> | LinkId }[] = [
  { name: "at a second Location", fixture: "second_location_id", of: (world) => secondLink(world) },
  {
    name: "of another application",
    fixture: "draft_application_id",
    of: (world) => fixtureLink(world, { application: world.fixture("draft_application_id") }),
  },
];

/** Acts on one link, which must leave every other alone. */
export const isolationJourneys: Proof[] = others.flatMap(({ name, fixture, of }) => {
  const needs: readonly Need[] = [...freshInstallation, `fixtures.${fixture}`];
  const activeBoth = async (world: World): Promise<[LinkId, LinkId]> => {
    const [link, other] = [fixtureLink(world), await of(world)];
    await install(world, link);
    await grant(world, other);
    await confirm(world, other);
    await readBoth(world, link, other);
    return [link, other];
  };
  return [
    proof(
      `two-links-${name}-that-wait-confirmed-one-after-the-other`,
      ["INST-3", "INST-5", "STAT-6"],
      `two links ${name} that wait, confirmed one after the other`,
      needs,
      async (world) => {
        const [link, other] = [fixtureLink(world), await of(world)];
        for (const each of [link, other]) await grant(world, each);
        await readBoth(world, link, other);
        await confirm(world, link);
        await readBoth(world, link, other);
        await confirm(world, other);
        await readBoth(world, link, other);
      },
    ),

    proof(
      `two-active-links-${name}-uninstalled-one-after-the-other`,
      ["INST-13", "STAT-6", "STAT-9"],
      `two active links ${name}, uninstalled one after the other`,
      needs,
      async (world) => {
        const [link, other] = await activeBoth(world);
        await uninstall(world, link);
        await readBoth(world, link, other);
        await uninstall(world, other);
        await readBoth(world, other);
      },
    ),

    proof(
      `a-freeze-and-a-disabling-beside-an-active-link-${name}`,
      ["INST-12", "STAT-6", "STAT-9"],
      `a freeze and a disabling beside an active link ${name}`,
      [...needs, "control.links"],
      async (world) => {
        const [link, other] = await activeBoth(world);
        await freeze(world, link);
        await readBoth(world, link, other);
        await disable(world, link);
        await readBoth(world, link, other);
      },
    ),
  ];
});
