import { Untestable } from "../../../base/errors.ts";
import { fieldsOf, recordsOf } from "../../../base/json.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { areTitlesSwapped } from "../../rules/order.ts";
import { spelled } from "../lists/pages.ts";
import { json, type Role, type World } from "../run/world.ts";

/** One page of the v3 list, as far as it can be read. */
export interface Page {
  exchange: Exchange;
  items: Item[];
  hasMore: unknown;
  cursor: unknown;
}

export async function ask(
  world: World,
  query: Record<string, string | number> = {},
  role: Role = "v3",
  location_id = world.fixture("location_id"),
): Promise<Page> {
  const exchange = await world.ask("listResources", { path: { location_id }, query, authorization: world.as(role) });
  const { data, has_more: hasMore, next_cursor: cursor } = fieldsOf(json(exchange));
  return { exchange, items: exchange.response.status === 200 ? recordsOf(data) : [], hasMore, cursor };
}

/** A cursor that a first page gives; one must be there for anything to be said of cursors. */
export async function firstCursor(world: World, size: number, role: Role = "v3", location?: number): Promise<string> {
  const { exchange, cursor } = await ask(world, { limit: size }, role, location);
  world.needs(exchange, 200);
  if (typeof cursor !== "string" || cursor === "") throw new Untestable("the first page has no cursor");
  return cursor;
}

/** Fills the Location where that can be done; elsewhere what is there must do. */
export async function begin(world: World, count: number, location = world.fixture("location_id")): Promise<void> {
  if (!world.can("seed")) return;
  const titles = Array.from({ length: count }, (_, index) => ({ title: `Room ${100 + Math.floor(index / 3)}` }));
  await world.control.seed(location, "resources", titles);
}

/** What a walk from cursor to cursor gave. */
export interface Walked {
  items: Item[];
  last: Exchange;
  /** Whether the provider said that there is no more. */
  isComplete: boolean;
}

/** Walks from cursor to cursor; stops where the provider stops, or where it goes on for too long. */
export async function read(world: World, size: number, count: number): Promise<Walked> {
  const items: Item[] = [];
  let page = await ask(world, { limit: size });
  for (let turn = 0; ; turn++) {
    items.push(...page.items);
    if (turn > 0 && page.exchange.response.status === 200)
      world.holds(
        "RES-2",
        page.exchange,
        page.items.length > 0,
        "an empty page after one with has_more",
        "more items",
        "/data",
      );
    if (page.hasMore === true)
      world.holds(
        "RES-3",
        page.exchange,
        page.items.length === size,
        `a page of ${page.items.length}`,
        `${size}, since there are more`,
        "/data",
      );
    if (page.hasMore !== true || typeof page.cursor !== "string" || turn > Math.ceil(count / size) + 1) break;
    page = await ask(world, { limit: size, cursor: page.cursor });
  }
  const isComplete = page.exchange.response.status === 200 && page.hasMore === false;
  return { items, last: page.exchange, isComplete };
}

/** Writes down whether a walk gave what is there, each once, and in order also across the borders of pages. */
export function judgeWalk(
  world: World,
  { items, last, isComplete }: Walked,
  expected: readonly Item[] | undefined,
): void {
  const ids = items.map(({ id }) => String(id));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (items.every(({ id }) => id !== undefined))
    world.holds("RES-8", last, twice === undefined, `${twice} twice`, "each resource once", "/data");
  if (expected) {
    const [have, want] = [items, expected].map((some) => some.map(({ title }) => String(title)).toSorted());
    const isSo = isComplete && have?.join("\n") === want?.join("\n");
    world.holds("RES-8", last, isSo, spelled(have ?? []), `each of ${spelled(want ?? [])} once`, "/data");
  }
  const wrong = items.findIndex(({ title }, index) => index > 0 && areTitlesSwapped(items[index - 1]?.title, title));
  const [before, after] = [items[wrong - 1]?.title, items[wrong]?.title].map(String);
  if (items.length > 1) world.holds("RES-6", last, wrong < 0, `${before} before ${after}`, "titles in order", "/data");
  judgeTies(world, items, last);
}

/** Equal titles come by id, where ids are numbers, or texts of one length. */
function judgeTies(world: World, items: readonly Item[], last: Exchange): void {
  for (const [index, { id, title }] of items.entries()) {
    const before = items[index - 1];
    if (!before || before.title !== title) continue;
    const areComparable =
      (typeof id === "number" && typeof before.id === "number") ||
      (typeof id === "string" && typeof before.id === "string" && id.length === before.id.length);
    if (!areComparable) continue;
    const isSo = (before.id as number) <= (id as number);
    world.holds(
      "RES-7",
      last,
      isSo,
      `${String(before.id)} before ${String(id)} under one title`,
      "ids in order",
      "/data",
    );
  }
}
