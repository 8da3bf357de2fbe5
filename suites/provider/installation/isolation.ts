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
} from "../stage/installing.ts";
import { installs } from "../stage/needs.ts";
import { Obstacle } from "../stage/obstacle.ts";
import { type Proof, proof } from "../stage/proof.ts";
import type { Stage } from "../stage/stage.ts";

const fresh = [...installs, "fresh"];

/** Another link beside that of the fixtures: of the same application elsewhere, or of another application here. */
const others = {
  "at a second Location": (stage: Stage): Place => place(stage, { location: stage.fixture("second_location_id") }),
  "of another application": (stage: Stage): Place =>
    place(stage, { application: stage.fixture("draft_application_id") }),
} as const;
const needsOf = (name: string): string[] => [
  ...fresh,
  name === "at a second Location" ? "fixtures.second_location_id" : "fixtures.draft_application_id",
];

/** A grant whose link waits for its confirmation; whether that of a draft does is open. */
async function grantPending(stage: Stage, where: Place): Promise<void> {
  stage.needs(await grant(stage, where), 201);
  const { word } = await readStatus(stage, where);
  if (word !== "pending") throw new Obstacle(`the link is ${JSON.stringify(word)} after its grant`);
}

/** Proofs that what happens to one link leaves all others alone. */
export const isolationProofs: Proof[] = Object.entries(others).flatMap(([name, otherOf]) => [
  proof("INST-5 INST-3", `a callback confirms its own link, and none ${name}`, needsOf(name), async (stage) => {
    const [here, other] = [place(stage), otherOf(stage)];
    await grantPending(stage, here);
    await grantPending(stage, other);
    stage.answers("INST-3", await confirm(stage, here), 201);
    await reads(stage, "INST-3", here, "active");
    await reads(stage, "INST-5", other, "pending");
    stage.answers("INST-3", await confirm(stage, other), 201);
    await reads(stage, "INST-3", other, "active");
  }),

  proof("STAT-9 INST-13", `uninstalling ends its own link, and none ${name}`, needsOf(name), async (stage) => {
    const [here, other] = [place(stage), otherOf(stage)];
    await install(stage, here);
    await grantPending(stage, other);
    stage.needs(await confirm(stage, other), 201);
    await reads(stage, "STAT-9", other, "active");
    await uninstall(stage, here);
    await isNotActive(stage, "INST-13", here);
    await reads(stage, "STAT-9", other, "active");
  }),

  proof(
    "STAT-9 INST-12",
    `a freeze is of its own link, and of none ${name}`,
    [...needsOf(name), "control.links"],
    async (stage) => {
      const [here, other] = [place(stage), otherOf(stage)];
      await install(stage, here);
      await grantPending(stage, other);
      stage.needs(await confirm(stage, other), 201);
      await stage.control.freeze(here.location, here.application);
      await reads(stage, "INST-12", here, "freezed");
      await reads(stage, "STAT-9", other, "active");
      await stage.control.disable(here.location, here.application);
      await reads(stage, "STAT-9", other, "active");
    },
  ),
]);
