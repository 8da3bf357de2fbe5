import { days, hours, minutes } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import { confirm, fixtureLink, grant, install, uninstall } from "../run/installing.ts";
import { readSettledStatus, readStatus, requireGone, type StatusReading } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import { confirmationWindow } from "../run/time-limits.ts";
import { checkAllParts, checkLogged, describeMoment, tellsMoment, zoneOffset } from "./status-checks.ts";

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
    const { exchange, logs } = await readSettledStatus(world, link, ({ state }) => state === "active");
    for (const [state, moment] of [
      ["pending", granted],
      ["active", confirmed],
    ] as const) {
      const text = logs.find(({ status_to }) => status_to === state)?.changed_at;
      const isTold = typeof text === "string" ? tellsMoment(text, moment) : undefined;
      if (isTold !== undefined)
        world.check("STAT-6", isTold, {
          exchange,
          found: `${state} at ${String(text)}`,
          expected: describeMoment(moment),
          pointer: "/data/logs",
        });
    }
  }),

  proof("STAT-6", "the log tells of a second installation", freshInstallation, async (world) => {
    const link = fixtureLink(world);
    await install(world, link);
    const { logs: before } = await readStatus(world, link);
    await uninstall(world, link);
    await requireGone(world, link);
    await install(world, link);
    const reading = await readStatus(world, link);
    checkLogged(world, "STAT-6", reading, "pending", "active");
    // Whether the log of a link that has ended is kept is open; where it is, the second installation stands beside the first.
    const { logs: after, exchange } = reading;
    const kept = new Set(after.map((entry) => JSON.stringify(entry)));
    if (!before.every((entry) => kept.has(JSON.stringify(entry)))) return;
    const count = (logs: StatusReading["logs"], state: string) =>
      logs.filter(({ status_to }) => status_to === state).length;
    for (const state of ["pending", "active"])
      world.check("STAT-6", count(after, state) > count(before, state), {
        exchange,
        found: `${counted(count(after, state), "change")} to ${state}`,
        expected: "one more than before",
        pointer: "/data/logs",
      });
  }),

  proof(
    "STAT-3",
    "created_at tells when the link was created",
    [...freshInstallation, "control.clock"],
    async (world) => {
      const link = fixtureLink(world);
      world.requireStatus(await grant(world, link), 201);
      const granted = world.now();
      const pointer = "/data/connection_status/created_at";
      const reading = await readSettledStatus(world, link, ({ state }) => state === "pending");
      const createdAt = String(reading.createdAt);
      const isTold = tellsMoment(createdAt, granted);
      // A time that cannot be read is another requirement's business.
      if (isTold === undefined) throw new Untestable(`created_at reads ${createdAt}`);
      world.check("STAT-3", isTold, {
        exchange: reading.exchange,
        found: createdAt,
        expected: describeMoment(granted),
        pointer,
      });
      const offset = zoneOffset(createdAt, granted);
      if (offset !== undefined) world.observe("STAT-12: minutes that created_at is ahead of UTC", offset);
      await world.advanceTo(granted + confirmationWindow / 2);
      world.requireStatus(await confirm(world, link), 201);
      await world.advanceTo(granted + days(7));
      const later = await readStatus(world, link);
      world.check("STAT-3", String(later.createdAt) === createdAt, {
        exchange: later.exchange,
        found: `${String(later.createdAt)}, a week later`,
        expected: createdAt,
        pointer,
      });
    },
  ),
];
