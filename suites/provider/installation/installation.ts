import {
  confirm,
  confirmAtWrongHost,
  confirmationWindow,
  edge,
  grant,
  install,
  isGone,
  isNotActive,
  isUnlinked,
  place,
  readStatus,
  reads,
  uninstall,
} from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";

const timed = [...installs, "fresh", "control.clock"];
const fresh = [...installs, "fresh"];
const wrong = "Bearer 0000000000000000";

/** Proofs of the two steps, the window between them, and who may take them. */
export const installationProofs: Proof[] = [
  proof("INST-1 STAT-9", "an owner's grant makes a link that is pending", fresh, async (world) => {
    const here = place(world);
    if (!world.answers("INST-1", await grant(world, here), 201)) return;
    const { exchange, word } = await reads(world, "INST-1", here, "pending");
    world.holds("STAT-9", exchange, word !== "active", "active before the callback", "anything but active");
  }),

  ...(["limited_user_token", "no_access_user_token"] as const).map((role) =>
    proof(
      "INST-2",
      `a grant by ${role} is denied and changes nothing`,
      [...fresh, `credentials.${role}`],
      async (world) => {
        const here = place(world);
        world.answers("INST-2", await grant(world, here, role), 403);
        await isUnlinked(world, "INST-2", here);
        world.needs(await grant(world, here), 201);
        world.answers("INST-2", await grant(world, here, role), 403);
        await reads(world, "INST-2", here, "pending");
      },
    ),
  ),

  proof("INST-7", "a fast install is active at once", [...fresh, "fixtures.fast_application_id"], async (world) => {
    const here = place(world, { application: world.fixture("fast_application_id") });
    world.answers("INST-7", await grant(world, here), 201);
    await reads(world, "INST-7", here, "active");
  }),

  ...(["application_id", "fast_application_id"] as const).map((name) =>
    proof(
      "INST-8",
      `a blocked Location denies the grant of ${name} and links nothing`,
      [...fresh, "fixtures.blocked_location_id", `fixtures.${name}`],
      async (world) => {
        const location = world.fixture("blocked_location_id");
        const here = place(world, { location, application: world.fixture(name) });
        world.answers("INST-8", await grant(world, here), 403);
        await isUnlinked(world, "INST-8", here);
      },
    ),
  ),

  ...(
    [
      ["INST-2", "limited_user_token", [403]],
      ["AUTH-9", "partner", [401, 403]],
    ] as const
  ).map(([requirement, role, statuses]) =>
    proof(
      requirement,
      `a grant by ${role} alone does not open the window anew`,
      [...timed, ...(role === "partner" ? [] : [`credentials.${role}`])],
      async (world) => {
        const here = place(world);
        world.needs(await grant(world, here), 201);
        const granted = world.now();
        await world.advanceTo(granted + confirmationWindow / 2);
        world.answers(requirement, await grant(world, here, role), ...statuses);
        await world.advanceTo(granted + confirmationWindow + edge);
        await confirm(world, here);
        await reads(world, requirement, here, "pending");
      },
    ),
  ),

  proof("INST-10", "the callback is not found on the main host, and changes nothing there", fresh, async (world) => {
    const here = place(world);
    world.needs(await grant(world, here), 201);
    world.answers("INST-10", await confirmAtWrongHost(world, here), 404);
    await reads(world, "INST-10", here, "pending");
    world.needs(await confirm(world, here), 201);
  }),

  ...(["application_id", "fast_application_id", "draft_application_id"] as const).map((name) =>
    proof(
      "INST-11",
      `a callback for ${name} that nobody granted makes no active link`,
      [...fresh, `fixtures.${name}`],
      async (world) => {
        const here = place(world, { application: world.fixture(name) });
        world.observe("status of a callback that nobody granted", (await confirm(world, here)).response.status);
        await isNotActive(world, "INST-11", here);
      },
    ),
  ),

  proof("INST-11", "a callback for a link that was uninstalled makes no active one", fresh, async (world) => {
    const here = place(world);
    await install(world, here);
    await uninstall(world, here);
    await isGone(world, here);
    await confirm(world, here);
    await isNotActive(world, "INST-11", here);
  }),

  proof("INST-40", "a repeated callback leaves an active link active", fresh, async (world) => {
    const here = place(world);
    await install(world, here);
    world.observe("status of a repeated callback", (await confirm(world, here)).response.status);
    await reads(world, "INST-40", here, "active");
  }),

  proof("INST-12", "a freeze makes an active link freezed", [...fresh, "control.links"], async (world) => {
    const here = place(world);
    await install(world, here);
    await world.control.freeze(here.location, here.application);
    await reads(world, "INST-12", here, "freezed");
  }),

  proof(
    "INST-14",
    "a disabled application is no longer active, whatever it was",
    [...fresh, "control.links"],
    async (world) => {
      const here = place(world);
      world.needs(await grant(world, here), 201);
      await world.control.disable(here.location, here.application);
      await isNotActive(world, "INST-14", here);
      const there = place(world, { location: world.fixture("second_location_id") });
      await install(world, there);
      await world.control.disable(there.location, there.application);
      await isNotActive(world, "INST-14", there);
    },
  ),

  proof(
    "INST-13",
    "a freezed link that is uninstalled is no longer active",
    [...fresh, "control.links"],
    async (world) => {
      const here = place(world);
      await install(world, here);
      await world.control.freeze(here.location, here.application);
      await uninstall(world, here);
      await isNotActive(world, "INST-13", here);
    },
  ),

  proof("INST-13", "an active link that is uninstalled is no longer active", fresh, async (world) => {
    const here = place(world);
    await install(world, here);
    await uninstall(world, here);
    await isNotActive(world, "INST-13", here);
  }),

  proof(
    "INST-13",
    "a fast install that is uninstalled is no longer active",
    [...fresh, "fixtures.fast_application_id"],
    async (world) => {
      const here = place(world, { application: world.fixture("fast_application_id") });
      world.needs(await grant(world, here), 201);
      await uninstall(world, here);
      await isNotActive(world, "INST-13", here);
    },
  ),

  proof(
    "INST-20",
    "a draft is installed on a test Location",
    [...fresh, "fixtures.draft_application_id"],
    async (world) => {
      const here = place(world, { application: world.fixture("draft_application_id") });
      world.answers("INST-20", await grant(world, here), 201);
      world.observe("state of a draft that was granted", (await readStatus(world, here)).word);
    },
  ),

  proof("INST-26", "the status reads alike at both addresses", fresh, async (world) => {
    const here = place(world);
    world.needs(await grant(world, here), 201);
    const compare = async () => {
      const base = await readStatus(world, here);
      const app = await readStatus(world, here, "readInstallationStatusInFlow");
      const say = ({ exchange: { response }, word, createdAt }: typeof base) =>
        response.status === 200 ? `${String(word)} since ${String(createdAt)}` : `the status ${response.status}`;
      world.holds("INST-26", app.exchange, say(base) === say(app), say(app), `${say(base)}, as on the main host`);
    };
    await compare();
    world.needs(await confirm(world, here), 201);
    await compare();
  }),

  proof(
    "INST-39 AUTH-1 AUTH-2",
    "a callback without a token, or with a wrong one, is refused and changes nothing",
    fresh,
    async (world) => {
      const here = place(world);
      world.needs(await grant(world, here), 201);
      world.answers("AUTH-1", await confirm(world, here, ""), 401);
      world.answers("AUTH-2", await confirm(world, here, wrong), 401);
      await reads(world, "INST-39", here, "pending");
      world.needs(await confirm(world, here), 201);
    },
  ),

  proof(
    "INST-1",
    "a second application can be connected to a Location",
    [...fresh, "fixtures.fast_application_id"],
    async (world) => {
      world.needs(await grant(world, place(world)), 201);
      const second = place(world, { application: world.fixture("fast_application_id") });
      world.answers("INST-1", await grant(world, second), 201);
    },
  ),

  proof("ENV-5", "input that is not described is answered without a server error", fresh, async (world) => {
    const authorization = world.as("partner");
    const path = { application_id: world.fixture("application_id") };
    const list = await world.ask("listConnectedLocations", { path, authorization });
    world.observe("status of a list without its page", list.response.status);
    const empty = await world.ask("confirmInstallation", { authorization });
    world.observe("status of an empty callback", empty.response.status);
  }),
];
