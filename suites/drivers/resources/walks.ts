import type { Exchange } from "../../../harness/exchange.ts";
import { limit } from "../../../specs/limits.ts";
import type { World } from "../../schedule/run/world.ts";
import { type PageOwner, requestPage } from "./resource-pages.ts";

/** The result of a walk from cursor to cursor. */
export interface Walked {
  count: number;
  last: Exchange;
  /** Where one page ended and another began: how many items were before, and the cursor that led on. */
  borders: { at: number; cursor: string }[];
  /** True if the provider said that there is no more. */
  isComplete: boolean;
}

const usual = limit("page_size.default");

/** Walks from cursor to cursor, with a limit or with none; stops where the provider stops, or where it goes on for too long. */
export async function walkPages(
  world: World,
  asked: number | undefined,
  most: number,
  owner: PageOwner = {},
): Promise<Walked> {
  const borders: Walked["borders"] = [];
  const query = asked === undefined ? {} : { limit: asked };
  const maxTurns = Math.ceil(most / (asked ?? usual)) + 1;
  let page = await requestPage(world, query, owner);
  let count = page.items.length;
  for (let turn = 0; page.hasMore === true && typeof page.cursor === "string" && turn <= maxTurns; turn++) {
    borders.push({ at: count, cursor: page.cursor });
    page = await requestPage(world, { ...query, cursor: page.cursor }, owner);
    count += page.items.length;
  }
  const isComplete = page.exchange.response.status === 200 && page.hasMore === false;
  return { count, last: page.exchange, borders, isComplete };
}
