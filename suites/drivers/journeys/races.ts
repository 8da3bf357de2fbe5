import type { LinkId } from "../../model/link-id.ts";
import { freshInstallation } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { atDepth, atOnce } from "../steps/at-once.ts";
import { confirm, fixtureLink, grant, install, requestUninstall, secondLink, uninstall } from "../steps/installing.ts";
import { readStatus, requireGone } from "../steps/link-status.ts";
import { readBoth } from "./steps.ts";

const needs: readonly Need[] = [...freshInstallation, atDepth];

/** Uninstalls once, one call after the other: where the status does not say then that there is no link, nothing follows for calls at once. */
async function requireThatUninstallingEnds(world: World, link: LinkId): Promise<void> {
  await install(world, link);
  await uninstall(world, link);
  await requireGone(world, link);
}

/** Calls made at once leave a link as some order of them would. */
export const raceJourneys: Proof[] = [
  proof(
    "the-same-callback-twice-at-once",
    ["INST-3", "INST-40", "STAT-6", "ENV-5"],
    "the same callback twice at once",
    needs,
    async (world) => {
      const link = fixtureLink(world);
      await grant(world, link);
      await atOnce(
        world,
        () => confirm(world, link),
        () => confirm(world, link),
      );
      await readBoth(world, link);
    },
  ),

  proof(
    "the-same-grant-twice-at-once",
    ["INST-1", "STAT-7", "ENV-5"],
    "the same grant twice at once",
    needs,
    async (world) => {
      const link = fixtureLink(world);
      await atOnce(
        world,
        () => grant(world, link),
        () => grant(world, link),
      );
      await readBoth(world, link);
    },
  ),

  proof(
    "grants-and-callbacks-at-two-locations-at-once",
    ["INST-1", "INST-3", "STAT-6", "STAT-7"],
    "grants and callbacks at two Locations at once",
    [...needs, "fixtures.second_location_id"],
    async (world) => {
      const links = [fixtureLink(world), await secondLink(world)];
      for (const step of [grant, confirm]) {
        await atOnce(world, ...links.map((link) => () => step(world, link)));
        await readBoth(world, ...links);
      }
    },
  ),

  ...(
    [
      ["callback", "pending", confirm],
      ["grant_access", "active", grant],
    ] as const
  ).map(([trigger, from, send]) =>
    proof(
      `a-${trigger}-beside-an-uninstall-at-once`,
      ["INST-13"],
      `a ${trigger} beside an uninstall at once`,
      needs,
      async (world) => {
        const link = fixtureLink(world);
        await requireThatUninstallingEnds(world, link);
        await grant(world, link);
        if (from === "active") await confirm(world, link);
        if ((await readStatus(world, link)).state !== from) return;
        await atOnce(
          world,
          () => send(world, link),
          () => requestUninstall(world, link),
        );
        await readBoth(world, link);
      },
    ),
  ),
];
