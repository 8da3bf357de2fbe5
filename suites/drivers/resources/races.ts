import { v3Access } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import { atDepth, atOnce } from "../steps/at-once.ts";
import { requestPage, requireCursor } from "./resource-pages.ts";

/** So small that a list has several pages. */
const size = 2;

/** The number of pages that two walks take side by side. */
const turns = 3;

/** Drivers that show that walks with one cursor do not disturb each other. */
export const resourceRaceDrivers: Proof[] = [
  proof(
    "two-walks-that-use-one-cursor-at-once-see-the-same-pages",
    ["CUR-1", "RES-8"],
    "two walks that use one cursor at once see the same pages",
    [...v3Access, atDepth],
    async (world) => {
      // The list's content is known before two walks read it at once.
      await requestPage(world, { limit: 100 });
      let cursor: unknown = await requireCursor(world, size);
      for (let turn = 0; turn < turns && typeof cursor === "string"; turn++) {
        const query = { limit: size, cursor };
        const alone = await requestPage(world, query);
        world.requireStatus(alone.exchange, 200);
        const pages = await atOnce(
          world,
          () => requestPage(world, query),
          () => requestPage(world, query),
        );
        world.observe(
          "race: walks with one cursor",
          pages.map(({ exchange }) => exchange.response.status),
        );
        cursor = alone.cursor;
      }
    },
  ),
];
