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
} from "../stage/installing.ts";
import { installs } from "../stage/needs.ts";
import { type Proof, proof } from "../stage/proof.ts";

const timed = [...installs, "fresh", "control.clock"];
const fresh = [...installs, "fresh"];
const wrong = "Bearer 0000000000000000";

/** Proofs of the two steps, the window between them, and who may take them. */
export const installationProofs: Proof[] = [
  proof("INST-1 STAT-9", "an owner's grant makes a link that is pending", fresh, async (stage) => {
    const here = place(stage);
    if (!stage.answers("INST-1", await grant(stage, here), 201)) return;
    const { exchange, word } = await reads(stage, "INST-1", here, "pending");
    stage.holds("STAT-9", exchange, word !== "active", "active before the callback", "anything but active");
  }),

  ...(["limited_user_token", "no_access_user_token"] as const).map((role) =>
    proof(
      "INST-2",
      `a grant by ${role} is denied and changes nothing`,
      [...fresh, `credentials.${role}`],
      async (stage) => {
        const here = place(stage);
        stage.answers("INST-2", await grant(stage, here, role), 403);
        await isUnlinked(stage, "INST-2", here);
        stage.needs(await grant(stage, here), 201);
        stage.answers("INST-2", await grant(stage, here, role), 403);
        await reads(stage, "INST-2", here, "pending");
      },
    ),
  ),

  proof("INST-7", "a fast install is active at once", [...fresh, "fixtures.fast_application_id"], async (stage) => {
    const here = place(stage, { application: stage.fixture("fast_application_id") });
    stage.answers("INST-7", await grant(stage, here), 201);
    await reads(stage, "INST-7", here, "active");
  }),

  ...(["application_id", "fast_application_id"] as const).map((name) =>
    proof(
      "INST-8",
      `a blocked Location denies the grant of ${name} and links nothing`,
      [...fresh, "fixtures.blocked_location_id", `fixtures.${name}`],
      async (stage) => {
        const location = stage.fixture("blocked_location_id");
        const here = place(stage, { location, application: stage.fixture(name) });
        stage.answers("INST-8", await grant(stage, here), 403);
        await isUnlinked(stage, "INST-8", here);
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
      async (stage) => {
        const here = place(stage);
        stage.needs(await grant(stage, here), 201);
        const granted = stage.now();
        await stage.advanceTo(granted + confirmationWindow / 2);
        stage.answers(requirement, await grant(stage, here, role), ...statuses);
        await stage.advanceTo(granted + confirmationWindow + edge);
        await confirm(stage, here);
        await reads(stage, requirement, here, "pending");
      },
    ),
  ),

  proof("INST-10", "the callback is not found on the main host, and changes nothing there", fresh, async (stage) => {
    const here = place(stage);
    stage.needs(await grant(stage, here), 201);
    stage.answers("INST-10", await confirmAtWrongHost(stage, here), 404);
    await reads(stage, "INST-10", here, "pending");
    stage.needs(await confirm(stage, here), 201);
  }),

  ...(["application_id", "fast_application_id", "draft_application_id"] as const).map((name) =>
    proof(
      "INST-11",
      `a callback for ${name} that nobody granted makes no active link`,
      [...fresh, `fixtures.${name}`],
      async (stage) => {
        const here = place(stage, { application: stage.fixture(name) });
        stage.observe("status of a callback that nobody granted", (await confirm(stage, here)).response.status);
        await isNotActive(stage, "INST-11", here);
      },
    ),
  ),

  proof("INST-11", "a callback for a link that was uninstalled makes no active one", fresh, async (stage) => {
    const here = place(stage);
    await install(stage, here);
    await uninstall(stage, here);
    await isGone(stage, here);
    await confirm(stage, here);
    await isNotActive(stage, "INST-11", here);
  }),

  proof("INST-40", "a repeated callback leaves an active link active", fresh, async (stage) => {
    const here = place(stage);
    await install(stage, here);
    stage.observe("status of a repeated callback", (await confirm(stage, here)).response.status);
    await reads(stage, "INST-40", here, "active");
  }),

  proof("INST-12", "a freeze makes an active link freezed", [...fresh, "control.links"], async (stage) => {
    const here = place(stage);
    await install(stage, here);
    await stage.control.freeze(here.location, here.application);
    await reads(stage, "INST-12", here, "freezed");
  }),

  proof(
    "INST-14",
    "a disabled application is no longer active, whatever it was",
    [...fresh, "control.links"],
    async (stage) => {
      const here = place(stage);
      stage.needs(await grant(stage, here), 201);
      await stage.control.disable(here.location, here.application);
      await isNotActive(stage, "INST-14", here);
      const there = place(stage, { location: stage.fixture("second_location_id") });
      await install(stage, there);
      await stage.control.disable(there.location, there.application);
      await isNotActive(stage, "INST-14", there);
    },
  ),

  proof(
    "INST-13",
    "a freezed link that is uninstalled is no longer active",
    [...fresh, "control.links"],
    async (stage) => {
      const here = place(stage);
      await install(stage, here);
      await stage.control.freeze(here.location, here.application);
      await uninstall(stage, here);
      await isNotActive(stage, "INST-13", here);
    },
  ),

  proof("INST-13", "an active link that is uninstalled is no longer active", fresh, async (stage) => {
    const here = place(stage);
    await install(stage, here);
    await uninstall(stage, here);
    await isNotActive(stage, "INST-13", here);
  }),

  proof(
    "INST-13",
    "a fast install that is uninstalled is no longer active",
    [...fresh, "fixtures.fast_application_id"],
    async (stage) => {
      const here = place(stage, { application: stage.fixture("fast_application_id") });
      stage.needs(await grant(stage, here), 201);
      await uninstall(stage, here);
      await isNotActive(stage, "INST-13", here);
    },
  ),

  proof(
    "INST-20",
    "a draft is installed on a test Location",
    [...fresh, "fixtures.draft_application_id"],
    async (stage) => {
      const here = place(stage, { application: stage.fixture("draft_application_id") });
      stage.answers("INST-20", await grant(stage, here), 201);
      stage.observe("state of a draft that was granted", (await readStatus(stage, here)).word);
    },
  ),

  proof("INST-26", "the status reads alike at both addresses", fresh, async (stage) => {
    const here = place(stage);
    stage.needs(await grant(stage, here), 201);
    const compare = async () => {
      const base = await readStatus(stage, here);
      const app = await readStatus(stage, here, "readInstallationStatusInFlow");
      const say = ({ exchange: { response }, word, createdAt }: typeof base) =>
        response.status === 200 ? `${String(word)} since ${String(createdAt)}` : `the status ${response.status}`;
      stage.holds("INST-26", app.exchange, say(base) === say(app), say(app), `${say(base)}, as on the main host`);
    };
    await compare();
    stage.needs(await confirm(stage, here), 201);
    await compare();
  }),

  proof(
    "INST-39 AUTH-1 AUTH-2",
    "a callback without a token, or with a wrong one, is refused and changes nothing",
    fresh,
    async (stage) => {
      const here = place(stage);
      stage.needs(await grant(stage, here), 201);
      stage.answers("AUTH-1", await confirm(stage, here, ""), 401);
      stage.answers("AUTH-2", await confirm(stage, here, wrong), 401);
      await reads(stage, "INST-39", here, "pending");
      stage.needs(await confirm(stage, here), 201);
    },
  ),

  proof(
    "INST-1",
    "a second application can be connected to a Location",
    [...fresh, "fixtures.fast_application_id"],
    async (stage) => {
      stage.needs(await grant(stage, place(stage)), 201);
      const second = place(stage, { application: stage.fixture("fast_application_id") });
      stage.answers("INST-1", await grant(stage, second), 201);
    },
  ),

  proof("ENV-5", "input that is not described is answered without a server error", fresh, async (stage) => {
    const authorization = stage.as("partner");
    const path = { application_id: stage.fixture("application_id") };
    const list = await stage.ask("listConnectedLocations", { path, authorization });
    stage.observe("status of a list without its page", list.response.status);
    const empty = await stage.ask("confirmInstallation", { authorization });
    stage.observe("status of an empty callback", empty.response.status);
  }),
];
