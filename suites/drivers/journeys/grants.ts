import { saysNoLink } from "../../model/link.ts";
import type { LinkId } from "../../model/link-id.ts";
import { confirmationWindow, edge } from "../../model/time-limits.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { Role } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";
import { withoutUser, wrongSchemes } from "../authority/wrong-tokens.ts";
import { confirm, fixtureLink, grant, requestUninstall, secondLink } from "../steps/installing.ts";
import { observedState, readStatus } from "../steps/link-status.ts";
import { readBoth } from "./steps.ts";
import { wrongPartners, wrongUsers } from "./wrong-grants.ts";

/** Users without the right to grant. */
const strangers = ["limited_user_token", "no_access_user_token"] as const satisfies Role[];

/** Grants with some Authorization headers, or without one. */
export async function grantAs(
  world: World,
  { location, application }: LinkId,
  ...authorizations: readonly (string | undefined)[]
): Promise<void> {
  for (const authorization of authorizations)
    await world.request("grantAccess", {
      path: { company_id: location, application_id: application },
      ...(authorization === undefined ? {} : { authorization }),
    });
}

/** Grants by users without the right, as far as the profile has their tokens. */
export async function grantByStrangers(world: World, link: LinkId): Promise<void> {
  for (const role of strangers) if (world.target.credentials[role]) await grant(world, link, role);
}

/** Who may grant access, and what a grant does. */
export const grantJourneys: Proof[] = [
  proof(
    "grants-without-a-token-or-with-a-wrong-one",
    ["AUTH-1", "AUTH-2", "AUTH-3", "AUTH-8", "AUTH-9"],
    "grants without a token, or with a wrong one",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      const { partner_token: partner = "", owner_user_token: owner = "" } = world.target.credentials;
      const wrong = [
        undefined,
        ...wrongPartners(world),
        ...wrongSchemes(world, "grantAccess", `${partner}, User ${owner}`),
        ...withoutUser(world, partner, owner),
        ...wrongUsers(world),
      ];
      for (const authorization of wrong) {
        await grantAs(world, link, authorization);
        await readStatus(world, link);
      }
      await grant(world, link);
    },
  ),

  proof(
    "grants-by-users-without-the-right-before-a-link-is-pending-and-after",
    ["INST-2"],
    "grants by users without the right, before a link is pending and after",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      world.observe("STAT-11: status of a Location that never connected", observedState(await readStatus(world, link)));
      await grantByStrangers(world, link);
      await readBoth(world, link);
      await grant(world, link);
      await grantByStrangers(world, link);
      await readBoth(world, link);
    },
  ),

  ...(["application_id", "fast_application_id", "draft_application_id"] as const).map((name) =>
    proof(
      `grants-of-${name}-at-a-blocked-location`,
      ["INST-8"],
      `grants of ${name} at a blocked Location`,
      [...freshInstallation, "fixtures.blocked_location_id", `fixtures.${name}`],
      async (world) => {
        const link = { location: world.fixture("blocked_location_id"), application: world.fixture(name) };
        await readStatus(world, link);
        for (let times = 0; times < 2; times++) await grant(world, link);
        await readBoth(world, link);
        await grant(world, fixtureLink(world, { application: link.application }));
      },
    ),
  ),

  ...([...strangers, "partner_token"] as const).map((role) =>
    proof(
      `a-grant-with-${role}-amid-the-window-of-a-link`,
      ["INST-2", "AUTH-9"],
      `a grant with ${role} amid the window of a link`,
      [...freshInstallation, "control.clock", `credentials.${role}`],
      async (world) => {
        const link = fixtureLink(world);
        await grant(world, link);
        const granted = world.now();
        await world.advanceTo(granted + confirmationWindow / 2);
        await grant(world, link, role);
        await readBoth(world, link);
        await world.advanceTo(granted + confirmationWindow + edge);
        await confirm(world, link);
        await readBoth(world, link);
      },
    ),
  ),

  proof(
    "a-fast-install-twice",
    ["INST-7", "STAT-6"],
    "a fast install, twice",
    [...freshInstallation, "fixtures.fast_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("fast_application_id") });
      await grantByStrangers(world, link);
      await grant(world, link);
      await readBoth(world, link);
      const { response } = await requestUninstall(world, link);
      // The effect of a grant on a link that the status still shows is open.
      if (response.status >= 300 || !saysNoLink(await readStatus(world, link))) return;
      await grant(world, link);
      await readBoth(world, link);
    },
  ),

  proof(
    "a-fast-install-at-a-second-location",
    ["INST-7", "STAT-6"],
    "a fast install at a second Location",
    [...freshInstallation, "fixtures.fast_application_id", "fixtures.second_location_id"],
    async (world) => {
      const link = await secondLink(world, { application: world.fixture("fast_application_id") });
      await grant(world, link);
      await readBoth(world, link);
    },
  ),

  proof(
    "a-draft-at-a-test-location",
    ["INST-20"],
    "a draft at a test Location",
    [...freshInstallation, "fixtures.draft_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("draft_application_id") });
      await grant(world, link);
      world.observe("INST-21: state of a draft that was granted", observedState(await readStatus(world, link)));
      await confirm(world, link);
      await readBoth(world, link);
    },
  ),

  proof(
    "a-second-application-at-a-location",
    ["INST-1"],
    "a second application at a Location",
    [...freshInstallation, "fixtures.fast_application_id"],
    async (world) => {
      const [first, second] = [
        fixtureLink(world),
        fixtureLink(world, { application: world.fixture("fast_application_id") }),
      ];
      await grant(world, first);
      await grant(world, second);
      await readBoth(world, first, second);
    },
  ),
];
