import { Untestable } from "../../../base/errors.ts";
import { confirm, fixtureLink, grant, requestUninstall, secondLink } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import {
  checkNotLinked,
  checkState,
  observedState,
  readSettledStatus,
  readStatus,
  saysNoLink,
} from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { Role } from "../run/roles.ts";
import { confirmationWindow, edge } from "../run/time-limits.ts";
import type { World } from "../run/world.ts";
import { changesIn } from "./status-checks.ts";

/** Users who may not grant, as proofs name them. */
const strangers: [who: string, role: Role][] = [
  ["a user without the right", "limited_user_token"],
  ["a user without access to the Location", "no_access_user_token"],
];

/** Grants that change nothing on a pending link: who makes them, and what they are answered. */
const idleGrants: [who: string, role: Role, requirement: string, statuses: number[]][] = [
  ["a user without the right", "limited_user_token", "INST-2", [403]],
  ["the partner alone", "partner_token", "AUTH-9", [401, 403]],
];

/** Applications that are granted where installation is blocked, and how that is refused: a draft may not be there at all but on test Locations. */
const blockedGrants: [name: "application_id" | "fast_application_id" | "draft_application_id", ...number[]][] = [
  ["application_id", 403],
  ["fast_application_id", 403],
  ["draft_application_id", 403, 404],
];

/** Judges whether a grant makes a link active at once, and whether the log tells of that, with pending on the way or without. */
export async function checkFastInstall(world: World, link: LinkId): Promise<void> {
  if (!world.checkStatus("INST-7", await grant(world, link), 201)) return;
  const reading = await checkState(world, "INST-7", link, "active");
  if (reading.state !== "active") return;
  world.check(
    "STAT-6",
    reading.logs.some(({ status_to }) => status_to === "active"),
    {
      exchange: reading.exchange,
      found: changesIn(reading).join(", ") || "no change",
      expected: "a change to active",
      pointer: "/data/logs",
    },
  );
}

/** Proofs of the first step: who may grant, and what a grant does. */
export const grantProofs: Proof[] = [
  proof("INST-1 STAT-9", "an owner's grant makes a link that is pending", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    if (!world.checkStatus("INST-1", await grant(world, link), 201)) return;
    const { exchange, state } = await checkState(world, "INST-1", link, "pending");
    if (state === undefined) throw new Untestable("the status tells of no link");
    world.check("STAT-9", state !== "active", {
      exchange,
      found: "active before the callback",
      expected: "anything but active",
    });
  }),

  ...strangers.map(([who, role]) =>
    proof(
      "INST-2",
      `a grant by ${who} is denied and changes nothing`,
      [...freshInstallation, `credentials.${role}`],
      async (world) => {
        const link = fixtureLink(world);
        world.checkStatus("INST-2", await grant(world, link, role), 403);
        await checkNotLinked(world, "INST-2", link);
        world.requireStatus(await grant(world, link), 201);
        world.checkStatus("INST-2", await grant(world, link, role), 403);
        await checkState(world, "INST-2", link, "pending");
      },
    ),
  ),

  proof(
    "INST-7 STAT-6",
    "a fast install is active at once, and a second time",
    [...freshInstallation, "fixtures.fast_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("fast_application_id") });
      await checkFastInstall(world, link);
      const { response } = await requestUninstall(world, link);
      // What a grant does to a link of which the status still tells is open.
      if (response.status < 300 && saysNoLink(await readSettledStatus(world, link, saysNoLink)))
        await checkFastInstall(world, link);
    },
  ),

  proof(
    "INST-7 STAT-6",
    "a fast install is active at once at a second Location",
    [...freshInstallation, "fixtures.fast_application_id", "fixtures.second_location_id"],
    async (world) =>
      checkFastInstall(world, await secondLink(world, { application: world.fixture("fast_application_id") })),
  ),

  ...blockedGrants.map(([name, ...refusals]) =>
    proof(
      "INST-8",
      `a blocked Location denies the grant of ${name} and links nothing`,
      [...freshInstallation, "fixtures.blocked_location_id", `fixtures.${name}`],
      async (world) => {
        const location = world.fixture("blocked_location_id");
        const link = { location, application: world.fixture(name) };
        for (let tries = 0; tries < 2; tries++) world.checkStatus("INST-8", await grant(world, link), ...refusals);
        await checkNotLinked(world, "INST-8", link);
        world.requireStatus(await grant(world, fixtureLink(world, { application: link.application })), 201);
      },
    ),
  ),

  ...idleGrants.map(([who, role, requirement, statuses]) =>
    proof(
      requirement,
      `a grant by ${who} does not begin a new window`,
      [...freshInstallation, "control.clock", `credentials.${role}`],
      async (world) => {
        const link = fixtureLink(world);
        world.requireStatus(await grant(world, link), 201);
        const granted = world.now();
        await world.advanceTo(granted + confirmationWindow / 2);
        world.checkStatus(requirement, await grant(world, link, role), ...statuses);
        await world.advanceTo(granted + confirmationWindow + edge);
        await confirm(world, link);
        await checkState(world, requirement, link, "pending");
      },
    ),
  ),

  proof(
    "INST-20",
    "a draft is installed on a test Location",
    [...freshInstallation, "fixtures.draft_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("draft_application_id") });
      world.checkStatus("INST-20", await grant(world, link), 201);
      world.observe("INST-21: state of a draft that was granted", observedState(await readStatus(world, link)));
    },
  ),

  proof(
    "INST-1",
    "a second application can be connected to a Location",
    [...freshInstallation, "fixtures.fast_application_id"],
    async (world) => {
      world.requireStatus(await grant(world, fixtureLink(world)), 201);
      const second = fixtureLink(world, { application: world.fixture("fast_application_id") });
      world.checkStatus("INST-1", await grant(world, second), 201);
    },
  ),
];
