import { Untestable } from "../../../base/errors.ts";
import { atDepth, atOnce } from "../run/at-once.ts";
import { v3Access } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import { requestPage, requireCursor } from "./resource-pages.ts";
import { namesOf } from "./walks.ts";

/** So small that a list has several pages. */
const size = 2;

/** How many pages two walks take side by side. */
const turns = 3;

/** Proofs that walks with one cursor do not disturb each other. */
export const resourceRaceProofs: Proof[] = [
  proof(
    "CUR-1 RES-8",
    "two walks that use one cursor at once see the same pages",
    [...v3Access, atDepth],
    async (world) => {
      let cursor: unknown = await requireCursor(world, size);
      for (let turn = 0; turn < turns && typeof cursor === "string"; turn++) {
        const query = { limit: size, cursor };
        const alone = await requestPage(world, query);
        if (alone.exchange.response.status !== 200) throw new Untestable("a cursor is not served a first time");
        const pages = await atOnce(
          world,
          () => requestPage(world, query),
          () => requestPage(world, query),
        );
        for (const page of pages) {
          const { exchange } = page;
          if (!world.checkStatus("CUR-1", exchange, 200)) continue;
          world.check("RES-8", namesOf(page.items) === namesOf(alone.items), {
            exchange,
            found: namesOf(page.items),
            expected: `${namesOf(alone.items)}, as when the cursor was used alone`,
            pointer: "/data",
          });
        }
        world.observe(
          "race: walks with one cursor",
          pages.map(({ exchange }) => exchange.response.status),
        );
        cursor = alone.cursor;
      }
    },
  ),
];
