import { answerTo } from "../../../specs/schemas.ts";
import { validate } from "../../../specs/validate.ts";
import {
  confirm,
  confirmationWindow,
  grant,
  install,
  isGone,
  type Place,
  place,
  type Reading,
  readStatus,
  uninstall,
} from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import { json, type World } from "../run/world.ts";

const fresh = [...installs, "fresh"];

const near = (moment: number): string => `a time like ${new Date(moment).toISOString()}, in some time zone`;

/** How far a written time may be from the moment that it tells. */
const slack = 10_000;

/** Whether a text tells a moment, in whichever zone: those without an offset are whole quarters of an hour apart. Undefined where it is no time to the second. */
function isNear(text: string, moment: number): boolean | undefined {
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = Date.parse(hasOffset ? text : `${text.trim().replace(" ", "T")}Z`);
  if (Number.isNaN(time) || !/\d\d:\d\d:\d\d/.test(text)) return undefined;
  const apart = Math.abs(time - moment);
  if (hasOffset) return apart <= slack;
  const quarter = 15 * 60_000;
  return apart <= 14 * 3_600_000 + slack && Math.min(apart % quarter, quarter - (apart % quarter)) <= slack;
}

/** Holds what is read of a link that certainly exists against everything that is told of it. */
export async function holdLinked(world: World, where: Place): Promise<void> {
  for (const operation of ["readInstallationStatus", "readInstallationStatusInFlow"]) {
    const { exchange } = await readStatus(world, where, operation);
    const { operation: read } = exchange.request;
    if (exchange.response.status !== 200 || !answerTo(read, 200)) continue;
    const slot = { direction: "response", part: "body", status: 200, holds: ["linked"] } as const;
    const errors = validate(read, slot, json(exchange));
    for (const id of ["STAT-1", "STAT-2", "STAT-4", "STAT-5", "STAT-10"]) {
      const error = errors.find(({ requirement }) => requirement === id);
      world.holds(id, exchange, !error, error?.found ?? "", error?.expected ?? "", error?.pointer);
    }
  }
}

/** Writes down whether the log tells of a change. */
export function tells(world: World, requirement: string, reading: Reading, from: string, to: string): void {
  const { exchange, logs } = reading;
  const isThere = logs.some(({ status_from, status_to }) => status_from === from && status_to === to);
  const told = logs.map(({ status_from, status_to }) => `${String(status_from)} → ${String(status_to)}`).join(", ");
  world.holds(requirement, exchange, isThere, told || "nothing", `an entry ${from} → ${to}`, "/data/logs");
}

/** Proofs of what the installation status says. */
export const statusProofs: Proof[] = [
  proof(
    "STAT-1 STAT-2 STAT-4 STAT-5 STAT-10",
    "the status of a link that exists has all its parts, in each of its states",
    [...fresh, "control.links"],
    async (world) => {
      const here = place(world);
      world.needs(await grant(world, here), 201);
      await holdLinked(world, here);
      world.needs(await confirm(world, here), 201);
      await holdLinked(world, here);
      await world.control.freeze(here.location, here.application);
      await holdLinked(world, here);
    },
  ),

  proof("STAT-6 STAT-7", "the log tells of each change", [...fresh, "control.links"], async (world) => {
    const here = place(world);
    await install(world, here);
    await world.control.freeze(here.location, here.application);
    const reading = await readStatus(world, here);
    tells(world, "STAT-7", reading, "uninstalled", "pending");
    tells(world, "STAT-6", reading, "uninstalled", "pending");
    tells(world, "STAT-6", reading, "pending", "active");
    tells(world, "STAT-6", reading, "active", "freezed");
    world.observe("sources in the log", [...new Set(reading.logs.map(({ source }) => source))]);
  }),

  proof("STAT-6", "the log tells when each change was", [...fresh, "control.clock"], async (world) => {
    const here = place(world);
    const moments = [world.now()];
    world.needs(await grant(world, here), 201);
    await world.advanceTo(world.now() + 2 * 3_600_000 + 7 * 60_000);
    moments.push(world.now());
    world.needs(await confirm(world, here), 201);
    const { exchange, logs } = await readStatus(world, here);
    for (const [index, to] of ["pending", "active"].entries()) {
      const told = logs.find(({ status_to }) => status_to === to)?.changed_at;
      const moment = moments[index] ?? 0;
      if (typeof told === "string" && isNear(told, moment) !== undefined)
        world.holds("STAT-6", exchange, isNear(told, moment) === true, `${to} at ${told}`, near(moment), "/data/logs");
    }
  }),

  proof("STAT-6", "the log tells of a second installation", fresh, async (world) => {
    const here = place(world);
    await install(world, here);
    const first = (await readStatus(world, here)).logs;
    await uninstall(world, here);
    await isGone(world, here);
    await install(world, here);
    const reading = await readStatus(world, here);
    tells(world, "STAT-6", reading, "pending", "active");
    // Whether the log of a link that has ended is kept is open; where it is, the second installation stands beside the first.
    const all = reading.logs;
    const kept = new Set(all.map((entry) => JSON.stringify(entry)));
    if (!first.every((entry) => kept.has(JSON.stringify(entry)))) return;
    const times = (logs: Reading["logs"], to: string) => logs.filter(({ status_to }) => status_to === to).length;
    for (const to of ["pending", "active"])
      world.holds(
        "STAT-6",
        reading.exchange,
        times(all, to) > times(first, to),
        `${times(all, to)} entries to ${to}`,
        "one more than before",
        "/data/logs",
      );
  }),

  proof("STAT-3", "created_at tells when the link was created", [...fresh, "control.clock"], async (world) => {
    const here = place(world);
    world.needs(await grant(world, here), 201);
    const granted = world.now();
    const pointer = "/data/connection_status/created_at";
    const { exchange, createdAt } = await readStatus(world, here);
    const told = String(createdAt);
    world.holds("STAT-3", exchange, isNear(told, granted) !== false, told, near(granted), pointer);
    await world.advanceTo(granted + confirmationWindow / 2);
    world.needs(await confirm(world, here), 201);
    await world.advanceTo(granted + 7 * 24 * 3_600_000);
    const later = await readStatus(world, here);
    const again = String(later.createdAt);
    world.holds("STAT-3", later.exchange, again === told, `${again}, a week later`, told, pointer);
  }),
];
