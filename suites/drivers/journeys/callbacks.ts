import type { LinkId } from "../../model/link-id.ts";
import { unknownId } from "../../model/unknown-id.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { wrongSchemes, wrongTokens } from "../authority/wrong-tokens.ts";
import {
  confirm,
  confirmAtWrongHost,
  fixtureLink,
  grant,
  install,
  secondLink,
  uninstall,
} from "../steps/installing.ts";
import { observedState, readStatus } from "../steps/link-status.ts";
import { readBoth } from "./steps.ts";

/** Callbacks that must not count: at the wrong host, without a token, and with wrong ones. */
export async function confirmWrongly(world: World, link: LinkId): Promise<void> {
  const { partner_token: partner = "" } = world.target.credentials;
  await confirmAtWrongHost(world, link);
  await confirm(world, link, "");
  for (const wrong of wrongTokens(world, "confirmInstallation", partner, "owner_user_token"))
    await confirm(world, link, `Bearer ${wrong}`);
  for (const authorization of wrongSchemes(world, "confirmInstallation", partner))
    await confirm(world, link, authorization);
}

/** Which callbacks count, and which change nothing. */
export const callbackJourneys: Proof[] = [
  proof(
    "callbacks-to-the-main-host-without-a-token-and-with-a-wrong-one",
    ["INST-10", "INST-39", "AUTH-1", "AUTH-2", "AUTH-3", "AUTH-10"],
    "callbacks to the main host, without a token, and with a wrong one",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      await grant(world, link);
      await confirmAtWrongHost(world, link);
      await readBoth(world, link);
      await confirmWrongly(world, link);
      await readBoth(world, link);
      await install(world, link);
    },
  ),

  ...(["application_id", "fast_application_id", "draft_application_id", "second_location_id"] as const).map((name) =>
    proof(
      `a-callback-for-${name}-that-was-not-granted`,
      ["INST-11", "INST-5"],
      `a callback for ${name} that was not granted`,
      [...freshInstallation, `fixtures.${name}`],
      async (world) => {
        const own = fixtureLink(world);
        const isSecond = name === "second_location_id";
        const link = isSecond ? await secondLink(world) : fixtureLink(world, { application: world.fixture(name) });
        await readStatus(world, link);
        // Beside a link that waits for its own callback.
        if (name !== "application_id") await grant(world, own);
        world.observe(
          "INST-25: status of a callback that was not granted",
          (await confirm(world, link)).response.status,
        );
        await readBoth(world, link);
        if (name !== "application_id") await readBoth(world, own);
        await grant(world, link);
        await confirm(world, link);
        await readBoth(world, link);
      },
    ),
  ),

  proof(
    "a-callback-for-a-link-that-was-uninstalled",
    ["INST-11"],
    "a callback for a link that was uninstalled",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      await install(world, link);
      await uninstall(world, link);
      await readBoth(world, link);
      world.observe("INST-42: status of a callback after uninstalling", (await confirm(world, link)).response.status);
      await readBoth(world, link);
      world.observe("INST-42: status of a grant after uninstalling", (await grant(world, link)).response.status);
    },
  ),

  proof(
    "a-callback-again-and-a-grant-for-an-active-link",
    ["INST-40", "STAT-6"],
    "a callback again, and a grant, for an active link",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      await install(world, link);
      await readBoth(world, link);
      world.observe("INST-25: status of a repeated callback", (await confirm(world, link)).response.status);
      await readBoth(world, link);
      world.observe("INST-16: status of a grant on an active link", (await grant(world, link)).response.status);
      world.observe("INST-16: state of an active link after a grant", observedState(await readStatus(world, link)));
    },
  ),

  proof(
    "callbacks-for-other-links-than-the-one-that-waits",
    ["INST-5"],
    "callbacks for other links than the one that waits",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      await grant(world, link);
      const { fast_application_id, second_location_id, unknown_location_id } = world.target.fixtures;
      const others = [
        ...[fast_application_id, unknownId].map((application) => ({ ...link, application })),
        ...[second_location_id, unknown_location_id].map((location) => ({ ...link, location })),
      ];
      for (const { location, application } of others)
        if (location !== undefined && application !== undefined) {
          await confirm(world, { location, application });
          await readBoth(world, link);
        }
      await install(world, link);
    },
  ),

  proof(
    "requests-that-leave-out-what-they-need",
    ["ENV-5"],
    "requests that leave out what they need",
    freshInstallation,
    async (world) => {
      const path = { application_id: world.fixture("application_id") };
      const list = await world.request("listConnectedLocations", { path, as: "partner_token" });
      world.observe("LOC-12: status of listConnectedLocations without page", list.response.status);
      const empty = await world.request("confirmInstallation", { as: "partner_token" });
      world.observe("ERR-6: status of an empty callback", empty.response.status);
    },
  ),
];
