import { days, hours, minutes } from "../../../base/durations.ts";
import { momentOf } from "../../../base/formats/formats.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import { confirm, fixtureLink, grant, install, secondLink, uninstall } from "../steps/installing.ts";
import { readStatus, requireGone } from "../steps/link-status.ts";
import { freeze } from "./endings.ts";
import { readBoth } from "./steps.ts";

/** Reads when a link was created and changed, hours and days apart. */
export const timeJourneys: Proof[] = [
  proof(
    "a-link-that-is-granted-confirmed-hours-later-and-frozen-after-a-week",
    ["STAT-2", "STAT-3", "STAT-6", "STAT-7", "INST-3"],
    "a link that is granted, confirmed hours later, and frozen after a week",
    [...freshInstallation, "control.clock"],
    async (world) => {
      const link = fixtureLink(world);
      const granted = world.now();
      await grant(world, link);
      const { createdAt } = await readStatus(world, link);
      const ahead = Math.round((momentOf(createdAt) - granted) / minutes(15)) * 15;
      if (Number.isFinite(ahead)) world.observe("STAT-12: minutes that created_at is ahead of UTC", ahead);
      await readBoth(world, link);
      await world.advanceTo(world.now() + hours(2) + minutes(7));
      await confirm(world, link);
      await readBoth(world, link);
      await world.advanceTo(world.now() + days(7) + hours(3) + minutes(11));
      await readBoth(world, link);
      if (!world.can("links")) return;
      await freeze(world, link);
      await readBoth(world, link);
    },
  ),

  proof(
    "two-links-that-are-created-days-apart",
    ["STAT-3"],
    "two links that are created days apart",
    [...freshInstallation, "control.clock", "fixtures.second_location_id"],
    async (world) => {
      const [first, second] = [fixtureLink(world), await secondLink(world)];
      await grant(world, first);
      await world.advanceTo(world.now() + days(2));
      await grant(world, second);
      await readBoth(world, first, second);
    },
  ),

  proof(
    "a-second-installation-once-after-the-first-and-once-before-it-was-confirmed",
    ["STAT-6"],
    "a second installation, once after the first and once before it was confirmed",
    freshInstallation,
    async (world) => {
      const link = fixtureLink(world);
      await grant(world, link);
      await uninstall(world, link);
      await requireGone(world, link);
      for (let times = 0; times < 2; times++) {
        await install(world, link);
        await readBoth(world, link);
        await uninstall(world, link);
        await requireGone(world, link);
      }
      await grant(world, link);
      await readBoth(world, link);
    },
  ),
];
