import type { ApiCall } from "../../api/call/call.ts";
import { days } from "../../world/data/durations.ts";
import { data, dataWithout, items } from "../changes/data.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { body, patch } from "../changes/replies.ts";
import { dropping, putting } from "../changes/routes.ts";
import { filter, ignoring } from "../changes/world.ts";

type DateRange = Record<"min_date" | "max_date", string | null>;

const day = (date: unknown): string => String(date).slice(0, 10);
const dayAfter = (date: string): string => day(new Date(Date.parse(date) + days(1)).toISOString());

/** True if a page is the last of several, and not full. */
const isLastPage = (list: unknown[], { query }: ApiCall): boolean =>
  list.length > 0 && list.length < Number(query.get("count")) && Number(query.get("page")) > 1;

export const activityFaults: Faults = {
  "Events are ids": breaks(
    "ACT-1",
    items("searchActivities", ({ id }) => id),
  ),
  "the search lacks its count": breaks("ACT-2", patch("searchActivities", { meta: {} })),
  "the count is text": breaks("ACT-2", patch("searchActivities", { meta: { count: "many" } })),
  "the count of later pages is none": subtly(
    "ACT-2",
    body("searchActivities", (envelope, { query }) => ({
      ...envelope,
      ...(Number(query.get("page")) > 1 ? { meta: { count: 0 } } : {}),
    })),
  ),
  "till is not included": breaks(
    "ACT-3",
    filter("activities", "till", ({ date }, value) => day(date) < value),
  ),
  "from is ignored": breaks("ACT-3", ignoring("activities", "from")),
  "from is not included": subtly(
    "ACT-3",
    filter("activities", "from", ({ date }, value) => day(date) > value),
  ),
  "service_ids are ignored": breaks("ACT-4", ignoring("activities", "service_ids")),
  "staff_ids are ignored": breaks("ACT-4", ignoring("activities", "staff_ids")),
  "only an Event's first resource counts": subtly(
    "ACT-4",
    filter("activities", "resource_ids", ({ resource_ids }, value) =>
      value.split(",").includes(String((resource_ids as unknown[])[0])),
    ),
  ),
  "every page of the search is the first": breaks("ACT-5", dropping("searchActivities", "page")),
  "count is ignored in the search": breaks("ACT-5", dropping("searchActivities", "count")),
  "the last page of the search repeats an Event": subtly(
    "ACT-5",
    data("searchActivities", (list: unknown[], call) => (isLastPage(list, call) ? [...list, list[0]] : list)),
  ),
  "dates have times": breaks(
    "ACT-6",
    data("searchActivityDates", (dates: string[]) => dates.map((date) => `${date}T00:00:00Z`)),
  ),
  "dates are in the local form": breaks(
    "ACT-6",
    data("searchActivityDates", (dates: string[]) => dates.map((date) => date.split("-").toReversed().join("."))),
  ),
  "the last date is left out": subtly(
    "ACT-7",
    data("searchActivityDates", (dates: string[]) => dates.slice(0, -1)),
  ),
  "dates ignore the team member": subtly("ACT-7", dropping("searchActivityDates", "staff_ids")),
  "the range has times": breaks(
    "ACT-8",
    data("searchActivityDateRange", (range: DateRange) => ({
      ...range,
      min_date: range.min_date && `${range.min_date} 00:00:00`,
    })),
  ),
  "the range lacks max_date": breaks("ACT-8", dataWithout("searchActivityDateRange", "max_date")),
  "the range ends a day late": breaks(
    "ACT-9",
    data("searchActivityDateRange", (range: DateRange) => ({
      ...range,
      max_date: range.max_date && dayAfter(range.max_date),
    })),
  ),
  "the range ignores the service": subtly("ACT-9", dropping("searchActivityDateRange", "service_ids")),
  "no Event on a leap day is found": subtly(
    "ACT-3",
    filter("activities", "from", ({ date }, value) => day(date) >= value && !day(date).endsWith("-02-29")),
  ),
  "the year's last day has no dates": subtly(
    "ACT-7",
    data("searchActivityDates", (dates: string[]) => dates.filter((date) => !date.endsWith("-12-31"))),
  ),
  "from is ignored without till": subtly(
    "ACT-3",
    putting("searchActivities", "from", (from, { query }) => (query.has("till") ? from : undefined)),
  ),
  "till is ignored without from in the dates": subtly(
    "ACT-7",
    putting("searchActivityDates", "till", (till, { query }) => (query.has("from") ? till : undefined)),
  ),
  "count is ignored without page in the search": subtly(
    "ACT-5",
    putting("searchActivities", "count", (count, { query }) => (query.has("page") ? count : undefined)),
  ),
  "page is ignored without count in the search": subtly(
    "ACT-5",
    putting("searchActivities", "page", (page, { query }) => (query.has("count") ? page : undefined)),
  ),
};
