import { Untestable } from "../../../base/errors.ts";
import { confirm, fixtureLink, grant } from "../run/installing.ts";
import { checkNotLinked, checkState, observedState, readStatus } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { Role } from "../run/roles.ts";
import { confirmationWindow, edge } from "../run/time-limits.ts";

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
    "INST-7",
    "a fast install is active at once",
    [...freshInstallation, "fixtures.fast_application_id"],
    async (world) => {
      const link = fixtureLink(world, { application: world.fixture("fast_application_id") });
      world.checkStatus("INST-7", await grant(world, link), 201);
      await checkState(world, "INST-7", link, "active");
    },
  ),

  ...(["application_id", "fast_application_id"] as const).map((name) =>
    proof(
      "INST-8",
      `a blocked Location denies the grant of ${name} and links nothing`,
      [...freshInstallation, "fixtures.blocked_location_id", `fixtures.${name}`],
      async (world) => {
        const location = world.fixture("blocked_location_id");
        const link = { location, application: world.fixture(name) };
        world.checkStatus("INST-8", await grant(world, link), 403);
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
