import { days } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { dayOf, momentOf } from "../../../base/formats.ts";
import { counted } from "../../../base/wording.ts";
import {
  type CallFilter,
  type CallRecord,
  callFilter,
  callHistory,
  callStatuses,
  callsAtEnds,
  callTypes,
  edgeCalls,
  edgeSpan,
  singleCallFilters,
  wholeSpan,
} from "../../../generators/calls.ts";
import { leapDays } from "../../../generators/days.ts";
import type { Item } from "../../../harness/control.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { draw, explore } from "../run/explore.ts";
import { ensureInstalled, fixtureLink } from "../run/installing.ts";
import { dataAccess } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { judgeLoneParameters } from "./lone-parameters.ts";
import { checkValues, isSameMoment, type PromisedFields } from "./seeded-values.ts";
import { checkList, type ListReading, type PagedList, readList } from "./whole-lists.ts";

const needs = [...dataAccess, "control.seed"];

const requestCalls = (world: World, filter: object, salon_id = world.fixture("location_id")): Promise<Exchange> =>
  world.request("listCalls", {
    body: { salon_id, ...wholeSpan, ...filter },
    as: "system_user_token",
  });

const history = (world: World, filter: object = {}, location?: number): PagedList => ({
  operation: "listCalls",
  requestPage: (page, limit) => requestCalls(world, { ...filter, page, limit }, location),
});

const seedHistory = (world: World): Promise<Item[]> =>
  world.control.seed(world.fixture("location_id"), "calls", draw(world, callHistory()));

const dayOfCall = (item: Item): string => dayOf(momentOf(item.call_date));

/** Whether a call matches a filter, by the documented meaning of its fields. */
const matches =
  ({ date_from, date_to, phone, types, statuses }: CallFilter) =>
  (item: Item): boolean =>
    dayOfCall(item) >= date_from &&
    dayOfCall(item) <= date_to &&
    (!phone || item.caller_phone === phone) &&
    (!types || types.includes(String(item.type))) &&
    (!statuses || statuses.includes(String(item.status)));

/** The requirement of the only filter that is set; several at once have one of their own. */
function requirementOf({ date_from, date_to, ...rest }: CallFilter): string {
  const isWhole = date_from === wholeSpan.date_from && date_to === wholeSpan.date_to;
  const set = [...(isWhole ? [] : ["date"]), ...Object.keys(rest)];
  if (set.length > 1) return "CALL-10";
  return { phone: "CALL-7", types: "CALL-8", statuses: "CALL-9" }[set[0] ?? ""] ?? "CALL-6";
}

async function judgeFilter(world: World, items: Item[], filter: CallFilter): Promise<void> {
  // How long a range may be is not told.
  if (isLong(filter) && (await requestCalls(world, filter)).response.status === 422) return;
  const must = items.filter(matches(filter));
  await checkList(world, requirementOf(filter), history(world, filter), { must, all: items });
}

const isLong = ({ date_from, date_to }: CallFilter): boolean => Date.parse(date_to) - Date.parse(date_from) > days(31);

/** Judges whether each call belongs to one day: the zone in which days are meant is open, but in each of them a call has one date. */
async function judgeDays(world: World, calls: readonly CallRecord[]): Promise<void> {
  const readings: ListReading[] = [];
  for (const day of leapDays) {
    const filter = { date_from: day, date_to: day };
    readings.push(await readList(world, history(world, filter), { count: 0, extra: calls.length }));
  }
  const refused = readings.find((reading) => reading.refused)?.refused;
  if (refused) throw new Untestable(`listCalls answers ${refused.response.status}`);
  const found = readings.flatMap(({ items }) => items.map(({ id }) => String(id)));
  const timesOf = ({ id }: CallRecord) => found.filter((call) => call === String(id)).length;
  const stray = calls.find((call) => timesOf(call) !== 1);
  world.check("CALL-6", stray === undefined, {
    exchange: readings.at(-1)?.last as Exchange,
    found: stray ? `the call of ${stray.call_date} on ${counted(timesOf(stray), "day")} of ${leapDays.join(", ")}` : "",
    expected: "each call on one day",
    pointer: "/data",
  });
}

/** What each field of a call promises. */
const fields: PromisedFields = {
  client_id: ["CALL-5"],
  caller_phone: ["CALL-1"],
  record_link: ["CALL-17"],
  duration: ["CALL-1"],
  status: ["CALL-2"],
  type: ["CALL-3"],
  call_date: ["CALL-4", isSameMoment],
};

/** Proofs of the call history. */
export const callProofs: Proof[] = [
  proof(
    "CALL-6 CALL-7 CALL-8 CALL-9 CALL-10",
    "the history holds exactly what its filters ask for",
    needs,
    async (world) => {
      const seeded = [...draw(world, callHistory()), ...draw(world, callsAtEnds())];
      const items = await world.control.seed(world.fixture("location_id"), "calls", seeded);
      const phones = [...new Set(items.map(({ caller_phone }) => String(caller_phone)))];
      await explore(world, {
        cases: callFilter(phones),
        first: [...singleCallFilters(), ...phones.map((phone) => ({ ...wholeSpan, phone }))],
        runs: world.run.byDepth(4, 20, 300),
        check: (exploring, filter) => judgeFilter(exploring, items, filter),
      });
    },
  ),

  proof(
    "CALL-1 CALL-2 CALL-3 CALL-4 CALL-5 CALL-6 CALL-17",
    "calls around the clock come back as they were seeded, each on one day",
    needs,
    async (world) => {
      const calls = edgeCalls();
      await world.control.seed(world.fixture("location_id"), "calls", calls);
      const must = calls as unknown as Item[];
      checkValues(world, await checkList(world, "CALL-6", history(world, edgeSpan), { must }), calls, fields);
      await judgeDays(world, calls);
    },
  ),

  proof("CALL-11", "limit holds without page, and page without limit", needs, async (world) => {
    await seedHistory(world);
    await judgeLoneParameters(world, "CALL-11", {
      requestFirst: (limit) => requestCalls(world, { limit }),
      requestPage: (page) => requestCalls(world, { page }),
    });
  }),

  proof("CALL-11", "the pages of the history hold each call once, with any limit", needs, async (world) => {
    const must = await seedHistory(world);
    for (const size of [10, 1, 7].slice(0, world.run.byDepth(1, 2, 3)))
      await checkList(world, "CALL-11", history(world), { must, size });
  }),

  proof(
    "CALL-12 ENV-2",
    "the history is the Location's own",
    [...needs, "fixtures.second_location_id", "mutations"],
    async (world) => {
      const [location, second] = [world.fixture("location_id"), world.fixture("second_location_id")];
      await ensureInstalled(world, fixtureLink(world, { location: second }));
      const [own, others] = [draw(world, callHistory()).slice(0, 7), draw(world, callHistory()).slice(7, 20)];
      const must = await world.control.seed(location, "calls", own);
      const mustElsewhere = await world.control.seed(second, "calls", others);
      const all = [...must, ...mustElsewhere];
      await checkList(world, "CALL-12", history(world), { must, all });
      await checkList(world, "CALL-12", history(world, {}, second), { must: mustElsewhere, all, size: 5 });
      const phone = String(mustElsewhere[0]?.caller_phone);
      const ofPhone = must.filter(({ caller_phone }) => caller_phone === phone);
      await checkList(world, "CALL-12", history(world, { phone }), { must: ofPhone, all });
      await world.control.seed(location, "calls", []);
      for (const filter of [{}, { types: [...callTypes] }, { statuses: [...callStatuses] }])
        await checkList(world, "CALL-12", history(world, filter), { must: [], all });
    },
  ),
];
