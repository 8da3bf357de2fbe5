import { days, hours, minutes } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import type { InstallState } from "../../../specs/install-machine.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../run/installing.ts";
import { checkState, readSettledStatus, readStatus, requireGone, type StatusReading } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof, unlessQuick } from "../run/proof.ts";
import { confirmationWindow } from "../run/time-limits.ts";
import type { World } from "../run/world.ts";
import {
  changesIn,
  checkAllParts,
  checkLogged,
  checkLoggedAgain,
  describeMoment,
  tellsMoment,
  zoneOffset,
} from "./status-checks.ts";

/** Judges when the log says that a link came into a state; a time that cannot be read is another requirement's business. */
function checkTimeOfChange(world: World, { exchange, logs }: StatusReading, to: InstallState, moment: number): void {
  const text = logs.find(({ status_to }) => status_to === to)?.changed_at;
  const isTold = typeof text === "string" ? tellsMoment(text, moment) : undefined;
  if (isTold !== undefined)
    world.check("STAT-6", isTold, {
      exchange,
      found: `${to} at ${String(text)}`,
      expected: describeMoment(moment),
      pointer: "/data/logs",
    });
}

/** Judges when a link was created, as its status tells. */
function checkCreation(world: World, { exchange, createdAt }: StatusReading, moment: number): void {
  const isTold = tellsMoment(String(createdAt), moment);
  // A time that cannot be read is another requirement's business.
  if (isTold === undefined) throw new Untestable(`created_at reads ${String(createdAt)}`);
  world.check("STAT-3", isTold, {
    exchange,
    found: String(createdAt),
    expected: describeMoment(moment),
    pointer: "/data/connection_status/created_at",
  });
}

/** Proofs of what the installation status says. */
export const statusProofs: Proof[] = [
  proof(
    "STAT-1 STAT-2 STAT-4 STAT-5 STAT-10",
    "the status of a link that exists has all its parts, in each of its states",
    [...freshInstallation, "control.links"],
    async (world) => {
      const link = fixtureLink(world);
      world.requireStatus(await grant(world, link), 201);
      await checkAllParts(world, link, "pending");
      world.requireStatus(await confirm(world, link), 201);
      await checkAllParts(world, link, "active");
      await world.control.freeze(link.location, link.application);
      await checkAllParts(world, link, "freezed");
    },
  ),

  proof("STAT-6 STAT-7", "the log tells of each change", [...freshInstallation, "control.links"], async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    await world.control.freeze(link.location, link.application);
    const reading = await readSettledStatus(world, link, ({ state }) => state === "freezed");
    checkLogged(world, "STAT-7", reading, "uninstalled", "pending");
    checkLogged(world, "STAT-6", reading, "uninstalled", "pending");
    checkLogged(world, "STAT-6", reading, "pending", "active");
    checkLogged(world, "STAT-6", reading, "active", "freezed");
  }),

  proof("STAT-6", "the log tells when each change was", [...freshInstallation, "control.clock"], async (world) => {
    const link = fixtureLink(world);
    world.requireStatus(await grant(world, link), 201);
    const granted = world.now();
    await world.advanceTo(granted + hours(2) + minutes(7));
    world.requireStatus(await confirm(world, link), 201);
    const confirmed = world.now();
    const active = await readSettledStatus(world, link, ({ state }) => state === "active");
    checkTimeOfChange(world, active, "pending", granted);
    checkTimeOfChange(world, active, "active", confirmed);
    if (!world.can("links")) return;
    await world.advanceTo(confirmed + hours(3) + minutes(11));
    await world.control.freeze(link.location, link.application);
    const frozen = world.now();
    const freezed = await readSettledStatus(world, link, ({ state }) => state === "freezed");
    for (const [state, moment] of [
      ["pending", granted],
      ["active", confirmed],
      ["freezed", frozen],
    ] as const)
      checkTimeOfChange(world, freezed, state, moment);
  }),

  ...unlessQuick(
    proof("STAT-6", "the log tells of a second installation", freshInstallation, async (world) => {
      const link = fixtureLink(world);
      await install(world, link);
      const before = await readStatus(world, link);
      await uninstall(world, link);
      await requireGone(world, link);
      await install(world, link);
      const reading = await readStatus(world, link);
      checkLogged(world, "STAT-6", reading, "pending", "active");
      checkLoggedAgain(world, before, reading);
    }),
  ),

  ...unlessQuick(
    proof("STAT-6", "the log tells of no state that a link never had", freshInstallation, async (world) => {
      const link = fixtureLink(world);
      world.requireStatus(await grant(world, link), 201);
      await uninstall(world, link);
      await requireGone(world, link);
      world.requireStatus(await grant(world, link), 201);
      const reading = await readSettledStatus(world, link, ({ state }) => state === "pending");
      const isOfActive = (state: unknown) => state === "active" || state === "freezed";
      const isUntrue = reading.logs.some(({ status_from, status_to }) => [status_from, status_to].some(isOfActive));
      world.check("STAT-6", !isUntrue, {
        exchange: reading.exchange,
        found: changesIn(reading).join(", "),
        expected: "no change from or to active, since the link was never confirmed",
        pointer: "/data/logs",
      });
    }),
  ),

  proof(
    "STAT-3 INST-3",
    "created_at tells when the link was created, also a week later, when it is still active",
    [...freshInstallation, "control.clock"],
    async (world) => {
      const link = fixtureLink(world);
      world.requireStatus(await grant(world, link), 201);
      const granted = world.now();
      const reading = await readSettledStatus(world, link, ({ state }) => state === "pending");
      checkCreation(world, reading, granted);
      const createdAt = String(reading.createdAt);
      const offset = zoneOffset(createdAt, granted);
      if (offset !== undefined) world.observe("STAT-12: minutes that created_at is ahead of UTC", offset);
      await world.advanceTo(granted + confirmationWindow / 2);
      world.requireStatus(await confirm(world, link), 201);
      await world.advanceTo(granted + days(7));
      const later = await checkState(world, "INST-3", link, "active");
      world.check("STAT-3", String(later.createdAt) === createdAt, {
        exchange: later.exchange,
        found: `${String(later.createdAt)}, a week later`,
        expected: createdAt,
        pointer: "/data/connection_status/created_at",
      });
    },
  ),

  proof(
    "STAT-3",
    "created_at of a link is its own, whenever others were created",
    [...freshInstallation, "control.clock", "fixtures.second_location_id"],
    async (world) => {
      const second = await secondLink(world);
      world.requireStatus(await grant(world, fixtureLink(world)), 201);
      await world.advanceTo(world.now() + days(2));
      world.requireStatus(await grant(world, second), 201);
      const granted = world.now();
      checkCreation(world, await readSettledStatus(world, second, ({ state }) => state === "pending"), granted);
    },
  ),
];
