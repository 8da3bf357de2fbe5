import { type Cursor, markOf, sealCursor } from "../../world/cursors.ts";
import type { Item } from "../../world/data/collections.ts";
import { listBytes } from "../../world/item-bytes.ts";
import type { Call } from "../call.ts";
import { pathNumber } from "../server/input.ts";
import { Refusal, type Reply } from "../server/replies.ts";

const order = "title,id";
export function listResources(call: Call): Reply {
  const { world, behaviour, query } = call;
  const location = pathNumber(call, "location_id");
  if (!behaviour.access.credentialHasScope(call))
    throw new Refusal(403, "The credential lacks the scope locations:read.");
  if (!world.location(location) || !behaviour.access.credentialSees(call, location))
    throw new Refusal(behaviour.access.outOfReach, "Location not found.");
  const limit = limitOf(query, behaviour.policy);
  const after = cursorOf(call, location);
  const sorted = world.sortedResources(location, behaviour.order);
  const start = after ? firstAfter(sorted, after, behaviour.order) : 0;
  return { status: 200, bytes: pageAt(call, sorted, start, limit, location) };
}

/** How exactly a cursor knows its age: a page that is asked for often is made once in so many milliseconds. */
const tick = 100;

/** How many pages of a collection are remembered. */
const memory = 100;
const pages = new WeakMap<readonly Item[], Map<string, Buffer>>();

/** A page of a collection, with the cursor for what follows it; collections are replaced and never changed. */
function pageAt(
  { clock, caller, cursorKey }: Call,
  sorted: readonly Item[],
  start: number,
  limit: number,
  location: number,
): Buffer {
  const at = clock.now() - (clock.now() % tick);
  const credential = markOf(caller.credential.token);
  const key = `${start} ${limit} ${at} ${location} ${credential}`;
  let known = pages.get(sorted);
  if (!known || known.size >= memory) pages.set(sorted, (known = new Map()));
  let bytes = known.get(key);
  if (!bytes) {
    const items = sorted.slice(start, start + limit);
    const last = items.at(-1);
    const hasMore = start + limit < sorted.length;
    const next =
      hasMore && last
        ? sealCursor(cursorKey, { title: String(last.title), id: last.id, at, credential, location, order })
        : null;
    bytes = listBytes(
      '{"object":"list","data":',
      items,
      `,"has_more":${hasMore},"next_cursor":${JSON.stringify(next)}}`,
    );
    known.set(key, bytes);
  }
  return bytes;
}

function limitOf(
  query: URLSearchParams,
  { pageMinimum, pageMaximum, pageDefault }: Call["behaviour"]["policy"],
): number {
  const text = query.get("limit");
  if (text === null) return pageDefault;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(limit >= pageMinimum && limit <= pageMaximum)) {
    throw new Refusal(422, `limit must be a whole number from ${pageMinimum} to ${pageMaximum}.`, {
      fields: [{ field: "limit", code: "out_of_range" }],
    });
  }
  return limit;
}

/** The cursor that was sent, once it is known to be ours, this caller's, this Location's and fresh. */
function cursorOf({ query, cursorKey, behaviour, clock, caller }: Call, location: number): Cursor | undefined {
  const text = query.get("cursor");
  // An empty one is left open; who means the first page by it gets that.
  if (!text) return undefined;
  const cursor = behaviour.openCursor(cursorKey, text);
  const use = {
    now: clock.now(),
    lifetime: behaviour.policy.cursorLifetime,
    credential: markOf(caller.credential.token),
    location,
    order,
  };
  const code = cursor ? behaviour.cursorFaults.find((fault) => fault.applies(cursor, use))?.code : "invalid_cursor";
  if (code) throw new Refusal(422, "The cursor is refused.", { fields: [{ field: "cursor", code }] });
  return cursor;
}

/** Where the items after a cursor begin, found by halving, so that depth costs nothing. */
function firstAfter(
  sorted: readonly Item[],
  { title, id }: Cursor,
  compare: (one: Item, other: Item) => number,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] as Item, { title, id }) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
