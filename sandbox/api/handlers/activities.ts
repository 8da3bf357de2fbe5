import type { CollectionItem } from "../../world/data/collections.ts";
import { sift } from "../../world/filters.ts";
import { requireLocation } from "../call/access.ts";
import type { ApiCall } from "../call/call.ts";
import { pathNumber, queryList } from "../call/input.ts";
import { type ApiReply, succeeded } from "../call/replies.ts";
import { pageOf, slice } from "../call/v1-pages.ts";

const idLists = ["service_ids", "staff_ids", "resource_ids"];

/** The matching Events of a Location, by date. */
function find(call: ApiCall, withDates: boolean): CollectionItem[] {
  const { query, world, behaviour } = call;
  const location = requireLocation(call, pathNumber(call, "location_id"));
  const dates = withDates ? { from: query.get("from") ?? undefined, till: query.get("till") ?? undefined } : {};
  const ids = Object.fromEntries(idLists.map((name) => [name, queryList(query, name)]));
  const found = sift(world.collection("activities", location.id), behaviour.filters.activities, { ...dates, ...ids });
  return found.toSorted((a, b) => (String(a.date) < String(b.date) ? -1 : 1));
}

const datesOf = (items: CollectionItem[]): string[] => [
  ...new Set(items.map((item) => String(item.date).slice(0, 10))),
];

export function searchActivities(call: ApiCall): ApiReply {
  const found = find(call, true);
  const page = pageOf(call.query.get("page"), call.query.get("count"), call.behaviour.policy);
  return succeeded(slice(found, page), { count: found.length });
}

export const searchActivityDates = (call: ApiCall): ApiReply => succeeded(datesOf(find(call, true)));

export function searchActivityDateRange(call: ApiCall): ApiReply {
  const dates = datesOf(find(call, false));
  return succeeded({ min_date: dates[0] ?? null, max_date: dates.at(-1) ?? null });
}
