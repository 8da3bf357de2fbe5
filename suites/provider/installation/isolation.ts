import { Untestable } from "../../../base/errors.ts";
import {
  confirm,
  grant,
  install,
  isNotActive,
  type Place,
  place,
  readStatus,
  reads,
  uninstall,
} from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

const fresh = [...installs, "fresh"];

/** Another link beside that of the fixtures: of the same application elsewhere, or of another application here. */
const others = {
  "at a second Location": (world: World): Place => place(world, { location: world.fixture("second_location_id") }),
  "of another application": (world: World): Place =>
    place(world, { application: world.fixture("draft_application_id") }),
} as const;
const needsOf = (name: string): string[] => [
  ...fresh,
  name === "at a second Location" ? "fixtures.second_location_id" : "fixtures.draft_application_id",
];

/** A grant whose link waits for its confirmation; whether that of a draft does is open. */
async function grantPending(world: World, where: Place): Promise<void> {
  world.needs(await grant(world, where), 201);
  const { word } = await readStatus(world, where);
  if (word !== "pending") throw new Untestable(`the link is ${JSON.stringify(word)} after its grant`);
}

/** Proofs that what happens to one link leaves all others alone. */
export const isolationProofs: Proof[] = Object.entries(others).flatMap(([name, otherOf]) => [
  proof("INST-5 INST-3", `a callback confirms its own link, and none ${name}`, needsOf(name), async (world) => {
    const [here, other] = [place(world), otherOf(world)];
    await grantPending(world, here);
    await grantPending(world, other);
    world.answers("INST-3", await confirm(world, here), 201);
    await reads(world, "INST-3", here, "active");
    await reads(world, "INST-5", other, "pending");
    world.answers("INST-3", await confirm(world, other), 201);
    await reads(world, "INST-3", other, "active");
  }),

  proof("STAT-9 INST-13", `uninstalling ends its own link, and none ${name}`, needsOf(name), async (world) => {
    const [here, other] = [place(world), otherOf(world)];
    await install(world, here);
    await grantPending(world, other);
    world.needs(await confirm(world, other), 201);
    await reads(world, "STAT-9", other, "active");
    await uninstall(world, here);
    await isNotActive(world, "INST-13", here);
    await reads(world, "STAT-9", other, "active");
  }),

  proof(
    "STAT-9 INST-12",
    `a freeze is of its own link, and of none ${name}`,
    [...needsOf(name), "control.links"],
    async (world) => {
      const [here, other] = [place(world), otherOf(world)];
      await install(world, here);
      await grantPending(world, other);
      world.needs(await confirm(world, other), 201);
      await world.control.freeze(here.location, here.application);
      await reads(world, "INST-12", here, "freezed");
      await reads(world, "STAT-9", other, "active");
      await world.control.disable(here.location, here.application);
      await reads(world, "STAT-9", other, "active");
    },
  ),
]);
