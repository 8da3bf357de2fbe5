import { Untestable } from "../../../base/errors.ts";
import { fieldsOf, recordsOf } from "../../../base/json.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { cursorLifetime } from "../../model/time-limits.ts";
import type { Role } from "../../schedule/run/roles.ts";
import type { World } from "../../schedule/run/world.ts";
import { jsonOf } from "../steps/answers.ts";

/** One page of the v3 list, as far as it can be read. */
export interface V3Page {
  exchange: Exchange;
  items: Item[];
  hasMore: unknown;
  cursor: unknown;
}

/** Whose token a page is asked for with, and for which Location; the fixtures' own if left out. */
export interface PageOwner {
  role?: Role;
  location?: number;
}

export async function requestPage(
  world: World,
  query: Record<string, string | number> = {},
  { role = "v3_token", location = world.fixture("location_id") }: PageOwner = {},
): Promise<V3Page> {
  return pageIn(await world.request("listResources", { path: { location_id: location }, query, as: role }));
}

/** For how long a page that was read before is taken for one that is read now: its cursor must live on. */
const maxAge = cursorLifetime / 3;

/** A page that was read a little while ago, where requests are few; elsewhere it is asked for. */
export async function recallPage(
  world: World,
  query: Record<string, string | number> = {},
  { role = "v3_token", location = world.fixture("location_id") }: PageOwner = {},
): Promise<V3Page> {
  if (!world.isSparing) return requestPage(world, query, { role, location });
  return pageIn(await world.recall("listResources", { path: { location_id: location }, query, as: role }, maxAge));
}

export function pageIn(exchange: Exchange): V3Page {
  const { data, has_more: hasMore, next_cursor: cursor } = fieldsOf(jsonOf(exchange));
  return { exchange, items: exchange.response.status === 200 ? recordsOf(data) : [], hasMore, cursor };
}

/** The cursor of a first page; without one, nothing can be said of cursors. */
export async function requireCursor(
  world: World,
  size: number,
  owner: PageOwner = {},
  readPage = recallPage,
): Promise<string> {
  const { exchange, cursor } = await readPage(world, { limit: size }, owner);
  world.requireStatus(exchange, 200);
  if (typeof cursor !== "string" || cursor === "") throw new Untestable("the first page has no cursor");
  if (owner.role === undefined && owner.location === undefined) world.facts.firstCursor ??= { cursor, at: world.now() };
  return cursor;
}

/** The cursors of the first pages, one for each; a list that ends sooner has fewer, but at least one. */
export async function requireCursors(
  world: World,
  size: number,
  pages: number,
  owner: PageOwner = {},
  readPage = recallPage,
): Promise<string[]> {
  const cursors = [await requireCursor(world, size, owner, readPage)];
  while (cursors.length < pages) {
    const { cursor } = await readPage(world, { limit: size, cursor: cursors.at(-1) as string }, owner);
    if (typeof cursor !== "string") break;
    cursors.push(cursor);
  }
  return cursors;
}

/** Gives the Location so many resources where that can be done; elsewhere those that are there must do. */
export async function seedResources(
  world: World,
  count: number,
  location = world.fixture("location_id"),
): Promise<void> {
  if (!world.can("seed")) return;
  const items = Array.from({ length: count }, (_, index) => ({ title: `Room ${100 + Math.floor(index / 3)}` }));
  await world.control.seed(location, "resources", items);
}
