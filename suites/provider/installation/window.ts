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
} from "../stage/installing.ts";
import { installs } from "../stage/needs.ts";
import { type Proof, proof } from "../stage/proof.ts";
import type { Stage } from "../stage/stage.ts";

const timed = [...installs, "fresh", "control.clock"];

/** One way to a link that waits for its confirmation, and the requirements that its window is judged by. */
interface Way {
  title: string;
  inTime: string;
  tooLate: string;
  location?: "second_location_id";
  /** Leads there; the last grant of all is made by the proof. */
  prepare?: (stage: Stage, where: Place) => Promise<void>;
}

const ways: Way[] = [
  { title: "granted", inTime: "INST-3", tooLate: "INST-4" },
  { title: "granted at a second Location", inTime: "INST-3", tooLate: "INST-4", location: "second_location_id" },
  {
    title: "reconnected before the window has closed",
    inTime: "INST-6",
    tooLate: "INST-6",
    async prepare(stage, where) {
      stage.needs(await grant(stage, where), 201);
      await stage.advanceTo(stage.now() + confirmationWindow / 2);
    },
  },
  {
    title: "reconnected after a late callback",
    inTime: "INST-6",
    tooLate: "INST-6",
    async prepare(stage, where) {
      stage.needs(await grant(stage, where), 201);
      await stage.advanceTo(stage.now() + confirmationWindow + edge);
      stage.observe("status of a late callback", (await confirm(stage, where)).response.status);
    },
  },
  {
    title: "granted again after uninstalling",
    inTime: "INST-3",
    tooLate: "INST-4",
    async prepare(stage, where) {
      await install(stage, where);
      await uninstall(stage, where);
      await isGone(stage, where);
    },
  },
];

const needsOf = ({ location }: Way): string[] => [...timed, ...(location ? [`fixtures.${location}`] : [])];

async function begin(stage: Stage, { location, prepare }: Way): Promise<Place> {
  const where = place(stage, location ? { location: stage.fixture(location) } : {});
  await prepare?.(stage, where);
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
      async (stage) => {
        const where = await begin(stage, way);
        const granted = stage.now();
        if (!stage.answers(ofGrant, await grant(stage, where), 201)) return;
        const { exchange, word } = await reads(stage, ofGrant, where, "pending");
        stage.holds("STAT-9", exchange, word !== "active", "active before the callback", "anything but active");
        await stage.advanceTo(granted + confirmationWindow - edge);
        stage.answers(way.inTime, await confirm(stage, where), 201);
        const after = await reads(stage, way.inTime, where, "active");
        stage.holds(
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
      async (stage) => {
        const where = await begin(stage, way);
        stage.needs(await grant(stage, where), 201);
        await stage.advanceTo(stage.now() + confirmationWindow + edge);
        await reads(stage, "INST-5", where, "pending");
        await confirm(stage, where);
        await reads(stage, way.tooLate, where, "pending");
      },
    ),
  ];
});
