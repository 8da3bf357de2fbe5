import { Untestable } from "../../../base/errors.ts";
import { fieldsOf } from "../../../base/json.ts";
import { dayNumber } from "../../../generators/days.ts";
import { jsonOf } from "../run/answers.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { checkList } from "./whole-lists.ts";

/** So many Events on consecutive days from a first one on. */
const eventsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: dayNumber(first + index),
    service_id: 1,
    staff_id: 1,
    resource_ids: [1],
  }));

/** Judges the three searches at a Location by the Events that are there. */
async function judgeSearches(world: World, location_id: number, all: ReturnType<typeof eventsFrom>): Promise<void> {
  const days = all.map(({ date }) => date);
  const range = { from: dayNumber(0), till: dayNumber(20) };
  const request = async (operation: string, query: Record<string, string | number>) => {
    const exchange = await world.request(operation, { path: { location_id }, query, as: "partner_token" });
    // Whose Events a partner may see, and which parameters a search wants, is not shown.
    if (exchange.response.status >= 400) throw new Untestable(`${operation} answers ${exchange.response.status}`);
    return exchange;
  };
  const list = {
    operation: "searchActivities",
    requestPage: (page: number, count: number) => request("searchActivities", { ...range, page, count }),
  };
  await checkList(world, "ACT-3", list, { must: all });
  const dates = await request("searchActivityDates", range);
  const { data } = fieldsOf(jsonOf(dates));
  const found = Array.isArray(data) ? [...new Set(data.map(String))].toSorted().join(", ") : "no list";
  world.check("ACT-7", found === days.join(", "), {
    exchange: dates,
    found,
    expected: days.join(", "),
    pointer: "/data",
  });
  const whole = await request("searchActivityDateRange", {});
  const { min_date, max_date } = fieldsOf(fieldsOf(jsonOf(whole)).data);
  world.check("ACT-9", min_date === days[0] && max_date === days.at(-1), {
    exchange: whole,
    found: `${String(min_date)} to ${String(max_date)}`,
    expected: `${days[0]} to ${days.at(-1)}`,
    pointer: "/data",
  });
}

/** Proofs that a search finds the Events of the Location that it names. */
export const activityLocationProofs: Proof[] = [
  proof(
    "ACT-3 ACT-7 ACT-9",
    "the searches are those of the Location",
    [
      "fresh",
      "control.seed",
      "urls.base_url",
      "credentials.partner_token",
      "fixtures.location_id",
      "fixtures.second_location_id",
    ],
    async (world) => {
      const [first, second] = [world.fixture("location_id"), world.fixture("second_location_id")];
      const [own, others] = [eventsFrom(2, 3), eventsFrom(7, 5)];
      await world.control.seed(first, "activities", own);
      await world.control.seed(second, "activities", others);
      await judgeSearches(world, first, own);
      await judgeSearches(world, second, others);
    },
  ),
];
