import {
  confirm,
  confirmationWindow,
  edge,
  grant,
  install,
  isGone,
  type Place,
  place,
  reads,
  uninstall,
} from "../run/installing.ts";
import { installs } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";

const timed = [...installs, "fresh", "control.clock"];

/** One way to a link that waits for its confirmation, and the requirements that its window is judged by. */
interface Way {
  title: string;
  inTime: string;
  tooLate: string;
  location?: "second_location_id";
  /** Leads there; the last grant of all is made by the proof. */
  prepare?: (world: World, where: Place) => Promise<void>;
}

const ways: Way[] = [
  { title: "granted", inTime: "INST-3", tooLate: "INST-4" },
  { title: "granted at a second Location", inTime: "INST-3", tooLate: "INST-4", location: "second_location_id" },
  {
    title: "reconnected before the window has closed",
    inTime: "INST-6",
    tooLate: "INST-6",
    async prepare(world, where) {
      world.needs(await grant(world, where), 201);
      await world.advanceTo(world.now() + confirmationWindow / 2);
    },
  },
  {
    title: "reconnected after a late callback",
    inTime: "INST-6",
    tooLate: "INST-6",
    async prepare(world, where) {
      world.needs(await grant(world, where), 201);
      await world.advanceTo(world.now() + confirmationWindow + edge);
      world.observe("status of a late callback", (await confirm(world, where)).response.status);
    },
  },
  {
    title: "granted again after uninstalling",
    inTime: "INST-3",
    tooLate: "INST-4",
    async prepare(world, where) {
      await install(world, where);
      await uninstall(world, where);
      await isGone(world, where);
    },
  },
];

const needsOf = ({ location }: Way): string[] => [...timed, ...(location ? [`fixtures.${location}`] : [])];

async function begin(world: World, { location, prepare }: Way): Promise<Place> {
  const where = place(world, location ? { location: world.fixture(location) } : {});
  await prepare?.(world, where);
  return where;
}

/** Proofs of both edges of the confirmation window, to the second, on every way to a pending link. */
export const windowProofs: Proof[] = ways.flatMap((way) => {
  const ofGrant = way.prepare && way.inTime === "INST-6" ? "INST-6" : "INST-1";
  return [
    proof(
      `${way.inTime} ${ofGrant} STAT-9`,
      `a link that was ${way.title} is confirmed in the last second of the window`,
      needsOf(way),
      async (world) => {
        const where = await begin(world, way);
        const granted = world.now();
        if (!world.answers(ofGrant, await grant(world, where), 201)) return;
        const { exchange, word } = await reads(world, ofGrant, where, "pending");
        world.holds("STAT-9", exchange, word !== "active", "active before the callback", "anything but active");
        await world.advanceTo(granted + confirmationWindow - edge);
        world.answers(way.inTime, await confirm(world, where), 201);
        const after = await reads(world, way.inTime, where, "active");
        world.holds(
          "STAT-9",
          after.exchange,
          after.word === "active",
          JSON.stringify(after.word),
          "active after the callback",
        );
      },
    ),
    proof(
      `${way.tooLate} INST-5`,
      `a link that was ${way.title} stays pending when its callback comes a second after the window`,
      needsOf(way),
      async (world) => {
        const where = await begin(world, way);
        world.needs(await grant(world, where), 201);
        await world.advanceTo(world.now() + confirmationWindow + edge);
        await reads(world, "INST-5", where, "pending");
        await confirm(world, where);
        await reads(world, way.tooLate, where, "pending");
      },
    ),
  ];
});
