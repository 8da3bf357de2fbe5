import { Untestable } from "../../../base/errors.ts";
import { nobody } from "../access/authentication.ts";
import { dataCalls } from "../run/data-calls.ts";
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
} from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { holdLinked, tells } from "./status.ts";

/** Proofs of an installation on a target that has one world only: everything is seen on the way, in as few requests as it takes. */
const once = [...installs, "no control.reset"];

/** Begins where there is certainly no link; what a provider tells of one that never was is open. */
async function beginUnlinked(world: World, where: Place): Promise<void> {
  const { exchange, word } = await readStatus(world, where);
  const isFree = word === "uninstalled" || (word === undefined && exchange.response.status === 404);
  if (!isFree)
    throw new Untestable(
      `the status of application ${where.application} at Location ${where.location} reads ${JSON.stringify(word ?? exchange.response.status)}; uninstall it there first`,
    );
}

/** A grant that must be refused, and does not link. */
async function refused(
  world: World,
  requirement: string,
  where: Place,
  role: "partner" | "limited_user_token" | "owner_user_token",
  ...statuses: number[]
): Promise<void> {
  world.answers(requirement, await grant(world, where, role), ...statuses);
  await isUnlinked(world, requirement, where);
}

export const flowProofs: Proof[] = [
  proof(
    "INST-1 INST-3 INST-10 INST-17 INST-26 INST-39 AUTH-1 AUTH-2 AUTH-8 AUTH-9 AUTH-10 STAT-1 STAT-2 STAT-4 STAT-5 STAT-6 STAT-7 STAT-9 STAT-10 INST-2",
    "an installation keeps to its steps, from grant to confirmation",
    once,
    async (world) => {
      const here = place(world);
      await beginUnlinked(world, here);
      await refused(world, "AUTH-9", here, "partner", 401, 403);
      if (world.target.credentials.limited_user_token) await refused(world, "INST-2", here, "limited_user_token", 403);
      const granted = await grant(world, here);
      world.answers("AUTH-8", granted, 201);
      if (!world.answers("INST-1", granted, 201)) return;
      await reads(world, "INST-1", here, "pending");
      await holdLinked(world, here);
      if (world.target.credentials.system_user_token)
        for (const [operation, asked] of Object.entries(dataCalls)) {
          const authorization = world.as("system_user_token");
          world.answers("INST-17", await world.ask(operation, { ...asked(here.location), authorization }), 401, 403);
        }
      world.answers("INST-10", await confirmAtWrongHost(world, here), 404);
      world.answers("AUTH-1", await confirm(world, here, ""), 401);
      world.answers("AUTH-2", await confirm(world, here, `Bearer ${nobody}`), 401);
      await reads(world, "INST-39", here, "pending");
      const confirmed = await confirm(world, here);
      world.answers("AUTH-10", confirmed, 201);
      if (!world.answers("INST-3", confirmed, 201)) return;
      const reading = await reads(world, "INST-3", here, "active");
      world.holds(
        "STAT-9",
        reading.exchange,
        reading.word === "active",
        JSON.stringify(reading.word),
        "active after the callback",
      );
      tells(world, "STAT-7", reading, "uninstalled", "pending");
      tells(world, "STAT-6", reading, "pending", "active");
      const other = await readStatus(world, here, "readInstallationStatusInFlow");
      world.holds(
        "INST-26",
        other.exchange,
        other.word === reading.word,
        JSON.stringify(other.word),
        `${JSON.stringify(reading.word)}, as on the main host`,
      );
    },
  ),

  proof("INST-7", "a fast install is active at once", [...once, "fixtures.fast_application_id"], async (world) => {
    const here = place(world, { application: world.fixture("fast_application_id") });
    await beginUnlinked(world, here);
    if (world.answers("INST-7", await grant(world, here), 201)) await reads(world, "INST-7", here, "active");
  }),

  proof(
    "INST-20",
    "a draft is installed on a test Location",
    [...once, "fixtures.draft_application_id"],
    async (world) => {
      const here = place(world, { application: world.fixture("draft_application_id") });
      await beginUnlinked(world, here);
      world.answers("INST-20", await grant(world, here), 201);
    },
  ),

  proof(
    "INST-8",
    "a blocked Location denies the grant and links nothing",
    [...once, "fixtures.blocked_location_id"],
    async (world) => {
      await refused(
        world,
        "INST-8",
        place(world, { location: world.fixture("blocked_location_id") }),
        "owner_user_token",
        403,
      );
    },
  ),
];

/** The last proof of all, since nothing is installed after it. */
export const partingProofs: Proof[] = [
  proof("INST-13", "what was installed is no longer active once it is uninstalled", once, async (world) => {
    const here = place(world);
    const { links } = world.run;
    if (!links.has(`${here.location} ${here.application}`)) throw new Untestable("this run has installed nothing");
    await uninstall(world, here);
    links.delete(`${here.location} ${here.application}`);
    await isNotActive(world, "INST-13", here);
  }),
];
