import type { CollectionItem } from "../../world/data/collections.ts";
import { days } from "../../world/data/durations.ts";
import { requireApplication } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { pathNumber } from "../call/input.ts";
import { listBytes } from "../call/list-bytes.ts";
import { type ApiReply, succeeded } from "../call/replies.ts";
import { pageOf, slice } from "../call/v1-pages.ts";

/** The Locations that connected an application, without those whose link is pending or has ended. */
export function listConnectedLocations(call: ApiCall): ApiReply {
  const { world, query, behaviour, clock } = call;
  const { id } = requireApplication(call, pathNumber(call, "application_id"));
  const items = slice(world.connected(id), pageOf(query.get("page"), query.get("count"), behaviour.policy));
  if (query.get("forBooking") === "1") {
    const next_slot = clock.iso(clock.now() + days(1));
    return succeeded(items.map((item) => ({ next_slot, ...item })));
  }
  return { status: 200, bytes: listBytes('{"success":true,"data":', items.map(withoutSlot), ',"meta":[]}') };
}

/** A Location without its next slot, which only `forBooking=1` shows. */
const withoutSlot = (item: CollectionItem): CollectionItem =>
  "next_slot" in item ? Object.fromEntries(Object.entries(item).filter(([name]) => name !== "next_slot")) : item;
