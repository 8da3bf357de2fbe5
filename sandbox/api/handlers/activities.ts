import type { Item } from "../../world/data/collections.ts";
import { sift } from "../../world/filters.ts";
import { requireLocation } from "../access.ts";
import type { Call } from "../call.ts";
import { pageOf, pathNumber, queryList, slice } from "../server/input.ts";
import { type Reply, succeeded } from "../server/replies.ts";

const lists = ["service_ids", "staff_ids", "resource_ids"];

/** The Events of a Location that match, by date. */
function find(call: Call, withDates: boolean): Item[] {
  const { query, world, behaviour } = call;
  const location = requireLocation(call, pathNumber(call, "location_id"));
  const dates = withDates ? { from: query.get("from") ?? undefined, till: query.get("till") ?? undefined } : {};
  const ids = Object.fromEntries(lists.map((name) => [name, queryList(query, name)]));
  const found = sift(world.collection("activities", location.id), behaviour.filters.activities, { ...dates, ...ids });
  return found.toSorted((one, other) => (String(one.date) < String(other.date) ? -1 : 1));
}

const datesOf = (items: Item[]): string[] => [...new Set(items.map((item) => String(item.date).slice(0, 10)))];

export function searchActivities(call: Call): Reply {
  const found = find(call, true);
  return succeeded(slice(found, pageOf(call.query.get("page"), call.query.get("count"), call.behaviour.policy)), {
    count: found.length,
  });
}

export const searchActivityDates = (call: Call): Reply => succeeded(datesOf(find(call, true)));

export function searchActivityDateRange(call: Call): Reply {
  const dates = datesOf(find(call, false));
  return succeeded({ min_date: dates[0] ?? null, max_date: dates.at(-1) ?? null });
}
