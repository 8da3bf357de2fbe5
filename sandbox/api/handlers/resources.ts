import { type Cursor, markOf, sealCursor } from "../../world/cursors.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import { listOrder } from "../../world/order.ts";
import { v3Scope } from "../../world/people.ts";
import type { Policy } from "../../world/policy.ts";
import { denied } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { pathNumber } from "../call/input.ts";
import { listBytes } from "../call/list-bytes.ts";
import { type ApiReply, Refusal } from "../call/replies.ts";

export function listResources(call: ApiCall): ApiReply {
  const { world, behaviour, query } = call;
  const location = pathNumber(call, "location_id");
  if (!behaviour.access.credentialHasScope(call))
    throw denied(call, `its scope is not ${v3Scope}`, `The credential lacks the scope ${v3Scope}.`);
  if (!world.location(location) || !behaviour.access.credentialSees(call, location))
    throw new Refusal(behaviour.access.outOfReach, "Location not found.");
  const limit = limitOf(query, behaviour.policy);
  const after = cursorOf(call, location);
  const sorted = world.sortedResources(location, behaviour.order);
  const start = after ? firstAfter(sorted, after, behaviour.order) : 0;
  return { status: 200, bytes: pageAt(call, sorted, start, limit, location) };
}

/** The accuracy of a cursor's age in milliseconds: within a tick, a page that is asked for often is made once. */
const tick = 100;

/** The number of pages of a collection that are remembered. */
const memory = 100;
const pages = new WeakMap<readonly CollectionItem[], Map<string, Buffer>>();

/** A page of a collection, with the cursor for the next. Pages can be remembered, since collections never change. */
function pageAt(
  { clock, caller, cursorKey }: ApiCall,
  sorted: readonly CollectionItem[],
  start: number,
  limit: number,
  location: number,
): Buffer {
  const at = clock.now() - (clock.now() % tick);
  const credential = markOf(caller.credential.token);
  const key = `${start} ${limit} ${at} ${location} ${credential}`;
  let known = pages.get(sorted);
  if (!known || known.size >= memory) {
    known = new Map();
    pages.set(sorted, known);
  }
  let bytes = known.get(key);
  if (!bytes) {
    const items = sorted.slice(start, start + limit);
    const last = items.at(-1);
    const hasMore = start + limit < sorted.length;
    const next =
      hasMore && last
        ? sealCursor(cursorKey, { title: String(last.title), id: last.id, at, credential, location, order: listOrder })
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

function limitOf(query: URLSearchParams, { pageMinimum, pageMaximum, pageDefault }: Policy): number {
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

/** The cursor that was sent, once no reason to refuse it applies. */
function cursorOf({ query, cursorKey, behaviour, clock, caller }: ApiCall, location: number): Cursor | undefined {
  const text = query.get("cursor");
  // The specification does not say what an empty cursor means; here it means the first page.
  if (!text) return undefined;
  const cursor = behaviour.openCursor(cursorKey, text);
  const use = {
    now: clock.now(),
    lifetime: behaviour.policy.cursorLifetime,
    credential: markOf(caller.credential.token),
    location,
    order: listOrder,
  };
  const code = cursor ? behaviour.cursorRefusals.find(({ applies }) => applies(cursor, use))?.code : "invalid_cursor";
  if (code) throw new Refusal(422, "The cursor is refused.", { fields: [{ field: "cursor", code }] });
  return cursor;
}

/** Where the items after a cursor begin, by binary search, so that a deep page costs no more than the first. */
function firstAfter(
  sorted: readonly CollectionItem[],
  { title, id }: Cursor,
  compare: (a: CollectionItem, b: CollectionItem) => number,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] as CollectionItem, { title, id }) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
