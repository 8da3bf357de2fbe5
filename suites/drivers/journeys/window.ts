import { days, hours } from "../../../base/durations.ts";
import type { LinkId } from "../../model/link-id.ts";
import { confirmationWindow, edge } from "../../model/time-limits.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../steps/installing.ts";
import { readStatus, requireGone } from "../steps/link-status.ts";
import { freeze } from "./endings.ts";
import { callForData, readBoth } from "./steps.ts";

/** One way to a link that waits for its confirmation; the journey itself makes the last grant. */
interface PathToPending {
  title: string;
  location?: "second_location_id";
  application?: "draft_application_id";
  prepare?: (world: World, link: LinkId) => Promise<unknown>;
}

const paths: PathToPending[] = [
  { title: "granted" },
  { title: "granted at a second Location", location: "second_location_id" },
  { title: "granted to a draft", application: "draft_application_id" },
  {
    title: "reconnected before its window has closed",
    async prepare(world, link) {
      await grant(world, link);
      const { createdAt } = await readStatus(world, link);
      await world.advanceTo(world.now() + confirmationWindow / 2);
      await grant(world, link);
      const again = await readStatus(world, link);
      world.observe("STAT-12: a reconnect renews created_at", again.createdAt !== createdAt);
    },
  },
  {
    title: "reconnected after a late callback",
    async prepare(world, link) {
      await grant(world, link);
      await world.advanceTo(world.now() + confirmationWindow + edge);
      world.observe("INST-25: status of a late callback", (await confirm(world, link)).response.status);
      await readBoth(world, link);
    },
  },
  {
    title: "granted again after uninstalling",
    async prepare(world, link) {
      await install(world, link);
      await uninstall(world, link);
      await requireGone(world, link);
    },
  },
];

/** After how long a late callback is tried again, each time. */
const soonAndLater = [0, days(3) - confirmationWindow / 2];

const journeysOn = ({ title, location, application, prepare }: PathToPending): Proof[] => {
  const needs: readonly Need[] = [
    ...freshInstallation,
    "control.clock",
    ...[location, application].flatMap((fixture) => (fixture ? [`fixtures.${fixture}` as const] : [])),
  ];
  const linkIn = async (world: World) =>
    location ? secondLink(world) : fixtureLink(world, application ? { application: world.fixture(application) } : {});
  return [
    proof(
      `a-link-that-was-${title}-is-confirmed-in-the-last-second-of-its-window`,
      ["INST-1", "INST-3", "INST-6", "STAT-3", "STAT-6", "STAT-9"],
      `a link that was ${title} is confirmed in the last second of its window`,
      needs,
      async (world) => {
        const link = await linkIn(world);
        await prepare?.(world, link);
        const granted = world.now();
        await grant(world, link);
        await readBoth(world, link);
        await world.advanceTo(granted + confirmationWindow - edge);
        await confirm(world, link);
        await readBoth(world, link);
        await callForData(world, link);
      },
    ),
    proof(
      `a-link-that-was-${title}-is-confirmed-a-second-after-its-window-and-days-after-it`,
      ["INST-4", "INST-5", "INST-17"],
      `a link that was ${title} is confirmed a second after its window, and days after it`,
      needs,
      async (world) => {
        const link = await linkIn(world);
        await prepare?.(world, link);
        await grant(world, link);
        // Whether a draft waits for its confirmation is open.
        if (application) await readStatus(world, link);
        await world.advanceTo(world.now() + confirmationWindow + edge);
        await confirm(world, link);
        await readBoth(world, link);
        await callForData(world, link);
        for (const wait of title === "granted" ? [...soonAndLater, days(31), days(31)] : soonAndLater) {
          await world.advanceTo(world.now() + wait);
          await readBoth(world, link);
          await confirm(world, link);
          await readBoth(world, link);
        }
        // Nothing but a reconnect opens the window again.
        await install(world, link);
      },
    ),
  ];
};

/** Both edges of the confirmation window, to the second, on every way to a pending link. */
export const windowJourneys: Proof[] = [
  ...paths.flatMap(journeysOn),

  proof(
    "a-link-that-is-left-alone-for-days",
    ["INST-5", "INST-6"],
    "a link that is left alone for days",
    [...freshInstallation, "control.clock"],
    async (world) => {
      const link = fixtureLink(world);
      await grant(world, link);
      for (const wait of [confirmationWindow + edge, days(1), days(2), days(7), days(31)]) {
        await world.advanceTo(world.now() + wait);
        await readBoth(world, link);
      }
      await install(world, link);
    },
  ),

  proof(
    "a-link-that-is-active-and-one-that-is-frozen-for-a-month",
    ["STAT-9", "INST-12"],
    "a link that is active, and one that is frozen, for a month",
    [...freshInstallation, "control.clock", "control.links", "fixtures.second_location_id"],
    async (world) => {
      const [active, frozen] = [fixtureLink(world), await secondLink(world)];
      for (const link of [active, frozen]) await install(world, link);
      await freeze(world, frozen);
      // A platform may freeze what is not paid for, and remove what stays frozen, after longer.
      for (const wait of [days(1), days(29)]) {
        await world.advanceTo(world.now() + wait);
        await readBoth(world, active, frozen);
      }
    },
  ),

  proof(
    "each-of-two-links-that-wait-has-a-window-of-its-own",
    ["INST-3", "INST-4"],
    "each of two links that wait has a window of its own",
    [...freshInstallation, "control.clock", "fixtures.second_location_id"],
    async (world) => {
      const [early, late] = [fixtureLink(world), await secondLink(world)];
      await grant(world, early);
      await world.advanceTo(world.now() + confirmationWindow - hours(2));
      await grant(world, late);
      await world.advanceTo(world.now() + hours(4));
      await confirm(world, early);
      await readBoth(world, early);
      await confirm(world, late);
      await readBoth(world, late, early);
    },
  ),
];
