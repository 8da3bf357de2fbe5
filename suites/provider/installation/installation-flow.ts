import { nobody } from "../access/authentication.ts";
import { dataCalls } from "../access/data-calls.ts";
import {
  confirm,
  confirmAtWrongHost,
  grant,
  isNotActive,
  isUnlinked,
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
import { holdLinked, tells } from "./status.ts";

/** Proofs of an installation on a target that has one world only: everything is seen on the way, in as few requests as it takes. */
const once = [...installs, "no control.reset"];

/** Begins where there is certainly no link; what a provider tells of one that never was is open. */
async function beginUnlinked(stage: Stage, where: Place): Promise<void> {
  const { exchange, word } = await readStatus(stage, where);
  const isFree = word === "uninstalled" || (word === undefined && exchange.response.status === 404);
  if (!isFree)
    throw new Obstacle(
      `the status of application ${where.application} at Location ${where.location} reads ${JSON.stringify(word ?? exchange.response.status)}; uninstall it there first`,
    );
}

/** A grant that must be refused, and does not link. */
async function refused(
  stage: Stage,
  requirement: string,
  where: Place,
  role: "partner" | "limited_user_token" | "owner_user_token",
  ...statuses: number[]
): Promise<void> {
  stage.answers(requirement, await grant(stage, where, role), ...statuses);
  await isUnlinked(stage, requirement, where);
}

export const flowProofs: Proof[] = [
  proof(
    "INST-1 INST-3 INST-10 INST-17 INST-26 INST-39 AUTH-1 AUTH-2 AUTH-8 AUTH-9 AUTH-10 STAT-1 STAT-2 STAT-4 STAT-5 STAT-6 STAT-7 STAT-9 STAT-10 INST-2",
    "an installation keeps to its steps, from grant to confirmation",
    once,
    async (stage) => {
      const here = place(stage);
      await beginUnlinked(stage, here);
      await refused(stage, "AUTH-9", here, "partner", 401, 403);
      if (stage.target.credentials.limited_user_token) await refused(stage, "INST-2", here, "limited_user_token", 403);
      const granted = await grant(stage, here);
      stage.answers("AUTH-8", granted, 201);
      if (!stage.answers("INST-1", granted, 201)) return;
      await reads(stage, "INST-1", here, "pending");
      await holdLinked(stage, here);
      if (stage.target.credentials.system_user_token)
        for (const [operation, asked] of Object.entries(dataCalls)) {
          const authorization = stage.as("system_user_token");
          stage.answers("INST-17", await stage.ask(operation, { ...asked(here.location), authorization }), 401, 403);
        }
      stage.answers("INST-10", await confirmAtWrongHost(stage, here), 404);
      stage.answers("AUTH-1", await confirm(stage, here, ""), 401);
      stage.answers("AUTH-2", await confirm(stage, here, `Bearer ${nobody}`), 401);
      await reads(stage, "INST-39", here, "pending");
      const confirmed = await confirm(stage, here);
      stage.answers("AUTH-10", confirmed, 201);
      if (!stage.answers("INST-3", confirmed, 201)) return;
      const reading = await reads(stage, "INST-3", here, "active");
      stage.holds(
        "STAT-9",
        reading.exchange,
        reading.word === "active",
        JSON.stringify(reading.word),
        "active after the callback",
      );
      tells(stage, "STAT-7", reading, "uninstalled", "pending");
      tells(stage, "STAT-6", reading, "pending", "active");
      const other = await readStatus(stage, here, "readInstallationStatusInFlow");
      stage.holds(
        "INST-26",
        other.exchange,
        other.word === reading.word,
        JSON.stringify(other.word),
        `${JSON.stringify(reading.word)}, as on the main host`,
      );
    },
  ),

  proof("INST-7", "a fast install is active at once", [...once, "fixtures.fast_application_id"], async (stage) => {
    const here = place(stage, { application: stage.fixture("fast_application_id") });
    await beginUnlinked(stage, here);
    if (stage.answers("INST-7", await grant(stage, here), 201)) await reads(stage, "INST-7", here, "active");
  }),

  proof(
    "INST-20",
    "a draft is installed on a test Location",
    [...once, "fixtures.draft_application_id"],
    async (stage) => {
      const here = place(stage, { application: stage.fixture("draft_application_id") });
      await beginUnlinked(stage, here);
      stage.answers("INST-20", await grant(stage, here), 201);
    },
  ),

  proof(
    "INST-8",
    "a blocked Location denies the grant and links nothing",
    [...once, "fixtures.blocked_location_id"],
    async (stage) => {
      await refused(
        stage,
        "INST-8",
        place(stage, { location: stage.fixture("blocked_location_id") }),
        "owner_user_token",
        403,
      );
    },
  ),
];

/** The last proof of all, since nothing is installed after it. */
export const partingProofs: Proof[] = [
  proof("INST-13", "what was installed is no longer active once it is uninstalled", once, async (stage) => {
    const here = place(stage);
    const { links } = stage.tour;
    if (!links.has(`${here.location} ${here.application}`)) throw new Obstacle("this run has installed nothing");
    await uninstall(stage, here);
    links.delete(`${here.location} ${here.application}`);
    await isNotActive(stage, "INST-13", here);
  }),
];
