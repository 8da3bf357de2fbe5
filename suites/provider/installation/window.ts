import { days, hours } from "../../../base/durations.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../run/installing.ts";
import type { LinkId } from "../run/link-id.ts";
import { checkState, describeReading, readStatus, requireGone } from "../run/link-status.ts";
import { freshInstallation } from "../run/needs.ts";
import { type Proof, proof, unlessQuick } from "../run/proof.ts";
import { confirmationWindow, edge } from "../run/time-limits.ts";
import type { World } from "../run/world.ts";

/** One way to a link that waits for its confirmation, and the requirements by which its window is judged. */
interface PathToPending {
  title: string;
  /** The requirement that the last grant keeps: a first one, or a reconnect. */
  onGrant: string;
  inTime: string;
  tooLate: string;
  isTriedWhenQuick?: true;
  location?: "second_location_id";
  /** What comes before the last grant, which the proof makes; answers when the link was created, where it is read. */
  prepare?: (world: World, link: LinkId) => Promise<unknown>;
}

const first = { onGrant: "INST-1", inTime: "INST-3", tooLate: "INST-4" };
const reconnect = { onGrant: "INST-6", inTime: "INST-6", tooLate: "INST-6" };

const paths: PathToPending[] = [
  { title: "granted", isTriedWhenQuick: true, ...first },
  { title: "granted at a second Location", ...first, location: "second_location_id" },
  {
    title: "reconnected before the window has closed",
    isTriedWhenQuick: true,
    ...reconnect,
    async prepare(world, link) {
      world.requireStatus(await grant(world, link), 201);
      const { createdAt } = await readStatus(world, link);
      await world.advanceTo(world.now() + confirmationWindow / 2);
      return createdAt;
    },
  },
  {
    title: "reconnected after a late callback",
    ...reconnect,
    async prepare(world, link) {
      world.requireStatus(await grant(world, link), 201);
      await world.advanceTo(world.now() + confirmationWindow + edge);
      world.observe("INST-25: status of a late callback", (await confirm(world, link)).response.status);
    },
  },
  {
    title: "granted again after uninstalling",
    ...first,
    async prepare(world, link) {
      await install(world, link);
      await uninstall(world, link);
      await requireGone(world, link);
    },
  },
];

async function prepareLink(
  world: World,
  { location, prepare }: PathToPending,
): Promise<{ link: LinkId; createdAt: unknown }> {
  const link = location ? await secondLink(world) : fixtureLink(world);
  return { link, createdAt: await prepare?.(world, link) };
}

const proofsOn = (path: PathToPending): Proof[] => {
  const needs = [...freshInstallation, "control.clock", ...(path.location ? [`fixtures.${path.location}`] : [])];
  return [
    proof(
      `${path.inTime} ${path.onGrant} STAT-9`,
      `a link that was ${path.title} is confirmed in the last second of the window`,
      needs,
      async (world) => {
        const { link, createdAt } = await prepareLink(world, path);
        const granted = world.now();
        if (!world.checkStatus(path.onGrant, await grant(world, link), 201)) return;
        const before = await checkState(world, path.onGrant, link, "pending");
        if (createdAt !== undefined)
          world.observe("STAT-12: a reconnect renews created_at", before.createdAt !== createdAt);
        if (before.state !== undefined)
          world.check("STAT-9", before.state !== "active", {
            exchange: before.exchange,
            found: "active before the callback",
            expected: "anything but active",
          });
        await world.advanceTo(granted + confirmationWindow - edge);
        world.checkStatus(path.inTime, await confirm(world, link), 201);
        const after = await checkState(world, path.inTime, link, "active");
        world.check("STAT-9", after.state === "active", {
          exchange: after.exchange,
          found: describeReading(after),
          expected: "active after the callback",
        });
      },
    ),
    proof(
      `${path.tooLate} INST-5`,
      `a link that was ${path.title} stays pending when its callback comes a second after the window, and days after it`,
      needs,
      async (world) => {
        const { link } = await prepareLink(world, path);
        world.requireStatus(await grant(world, link), 201);
        await world.advanceTo(world.now() + confirmationWindow + edge);
        await checkState(world, "INST-5", link, "pending");
        await confirm(world, link);
        await checkState(world, path.tooLate, link, "pending");
        await confirm(world, link);
        await checkState(world, path.tooLate, link, "pending");
        // Nothing but a reconnect opens the window again, and nothing drops the link.
        await world.advanceTo(world.now() + days(3) - confirmationWindow / 2);
        await checkState(world, "INST-5", link, "pending");
        await confirm(world, link);
        await checkState(world, path.tooLate, link, "pending");
        // That a late callback does nothing shows something only where one in time does.
        world.requireStatus(await grant(world, link), 201);
        world.requireStatus(await confirm(world, link), 201);
      },
    ),
  ];
};

/** Proofs of both edges of the confirmation window, to the second, on every way to a pending link. */
export const windowProofs: Proof[] = [
  ...paths.flatMap((path) => (path.isTriedWhenQuick ? proofsOn(path) : unlessQuick(...proofsOn(path)))),

  ...unlessQuick(
    proof(
      "INST-3 INST-4",
      "each of two links that wait has a window of its own",
      [...freshInstallation, "control.clock", "fixtures.second_location_id"],
      async (world) => {
        const [early, late] = [fixtureLink(world), await secondLink(world)];
        world.requireStatus(await grant(world, early), 201);
        await world.advanceTo(world.now() + confirmationWindow - hours(2));
        world.requireStatus(await grant(world, late), 201);
        await world.advanceTo(world.now() + hours(4));
        await confirm(world, early);
        await checkState(world, "INST-4", early, "pending");
        world.checkStatus("INST-3", await confirm(world, late), 201);
        await checkState(world, "INST-3", late, "active");
      },
    ),
  ),
];
