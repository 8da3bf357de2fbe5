import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { limit } from "../../../specs/limits.ts";
import { enumerate } from "../../model/lists/judge-list.ts";
import { areIdsComparable, areIdsSwapped, areTitlesSwapped } from "../../rules/order.ts";
import type { World } from "../run/world.ts";
import { requestPage } from "./resource-pages.ts";

/** What a walk from cursor to cursor gave. */
export interface Walked {
  items: Item[];
  last: Exchange;
  pages: number;
  /** Where one page ended and another began: how many items were before, and the cursor that led on. */
  borders: { at: number; cursor: string }[];
  /** Whether the provider said that there is no more. */
  isComplete: boolean;
}

const [least, most, usual] = [limit("page_size.minimum"), limit("page_size.maximum"), limit("page_size.default")];

/** Walks from cursor to cursor, with a limit or with none; stops where the provider stops, or where it goes on for too long. */
export async function walkPages(world: World, asked: number | undefined, count: number): Promise<Walked> {
  const items: Item[] = [];
  const borders: Walked["borders"] = [];
  const size = asked ?? usual;
  const query = asked === undefined ? {} : { limit: asked };
  const mostTurns = Math.ceil(count / size) + 1;
  let page = await requestPage(world, query);
  if (asked !== undefined && asked >= least && asked <= most) world.checkStatus("RES-5", page.exchange, 200);
  let turn = 0;
  for (; ; turn++) {
    const { exchange } = page;
    items.push(...page.items);
    if (turn > 0 && exchange.response.status === 200)
      world.check("RES-2", page.items.length > 0, {
        exchange,
        found: "an empty page after one with has_more",
        expected: "more items",
        pointer: "/data",
      });
    if (page.hasMore === true)
      world.check(asked === undefined ? "RES-4" : "RES-3", page.items.length === size, {
        exchange,
        found: `a page of ${page.items.length}`,
        expected: `${size}, since there are more`,
        pointer: "/data",
      });
    if (page.hasMore !== true || typeof page.cursor !== "string" || turn > mostTurns) break;
    borders.push({ at: items.length, cursor: page.cursor });
    page = await requestPage(world, { ...query, cursor: page.cursor });
  }
  const isComplete = page.exchange.response.status === 200 && page.hasMore === false;
  return { items, last: page.exchange, pages: turn + 1, borders, isComplete };
}

/** Resources by title and id, since several may have one title. */
export const namesOf = (items: readonly Item[]): string =>
  enumerate(items.map(({ id, title }) => `${String(title)} (id ${String(id)})`));

const titlesOf = (items: readonly Item[]): string[] => items.map(({ title }) => String(title));

/** Judges whether a walk gave what is there, each once, and in order also across the borders of pages. */
export function checkWalk(world: World, walked: Walked, seeded?: readonly Item[]): void {
  const { items, last: exchange, pages } = walked;
  const ids = items.map(({ id }) => String(id));
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  // One page alone is no walk, and shows nothing of one.
  if (repeated !== undefined || (pages > 1 && items.every(({ id }) => id !== undefined)))
    world.check("RES-8", repeated === undefined, {
      exchange,
      found: `${repeated} twice`,
      expected: "each resource once",
      pointer: "/data",
    });
  if (seeded) {
    const [found, wanted] = [titlesOf(items).toSorted(), titlesOf(seeded).toSorted()];
    world.check("RES-8", found.join("\n") === wanted.join("\n"), {
      exchange,
      found: enumerate(found),
      expected: `each of ${enumerate(wanted)} once`,
      pointer: "/data",
    });
  }
  checkOrder(world, walked);
}

/** Judges the order: by title where every collation agrees, and by id under one title where ids are comparable. */
function checkOrder(world: World, { items, last: exchange }: Walked): void {
  const index = items.findIndex(({ title }, at) => at > 0 && areTitlesSwapped(items[at - 1]?.title, title));
  const [before, after] = [items[index - 1]?.title, items[index]?.title].map(String);
  const isTelling = items.some(({ title }, at) => at > 0 && areTitlesSwapped(title, items[at - 1]?.title));
  if (index >= 0 || isTelling)
    world.check("RES-6", index < 0, {
      exchange,
      found: `${before} before ${after}`,
      expected: "titles in order",
      pointer: "/data",
    });
  for (const [at, { id, title }] of items.entries()) {
    const previous = items[at - 1];
    if (!previous || previous.title !== title || !areIdsComparable(previous.id, id)) continue;
    world.check("RES-7", !areIdsSwapped(previous.id, id), {
      exchange,
      found: `${String(previous.id)} before ${String(id)} under one title`,
      expected: "ids in order",
      pointer: "/data",
    });
  }
}
