import { days, hours } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import { callStatuses, callTypes } from "../../../generators/calls.ts";
import type { Item } from "../../../harness/control.ts";
import { dataAccess } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { checkTwoPages } from "./two-pages.ts";
import { checkItems, type PagedList, readList, smallestCap } from "./whole-lists.ts";

const needs = [...dataAccess, "no control.seed"];

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const daysAgo = (count: number): string => dayOf(Date.now() - days(count));

/** Calls up to the day before yesterday: in no time zone does anybody call on those days any more. */
const past = { date_from: daysAgo(365), date_to: daysAgo(2) };

const history = (world: World, filter: object = {}): PagedList => ({
  operation: "listCalls",
  requestPage: (page, limit) =>
    world.request("listCalls", {
      body: { salon_id: world.fixture("location_id"), ...past, ...filter, page, limit },
      as: "system_user_token",
    }),
});

/** How many calls a history may have to be read as a whole. */
const mostCalls = 4 * smallestCap;

async function readHistory(world: World): Promise<Item[]> {
  const { items, last, isWhole } = await readList(world, history(world), { count: 0, extra: mostCalls });
  world.requireStatus(last, 200);
  if (items.length === 0 || !isWhole)
    throw new Untestable(`the Location has ${items.length === 0 ? "no calls" : counted(items.length, "call")} or more`);
  return items;
}

/** Judges a filter by what it must find and what it may find; one that leaves nothing out shows nothing. */
async function checkFilter(
  world: World,
  requirement: string,
  filter: object,
  expected: { must: Item[]; may?: Item[]; all: Item[] },
): Promise<void> {
  const { must, may = [], all } = expected;
  if (must.length === 0 || must.length + may.length === all.length) return;
  const reading = await readList(world, history(world, filter), { count: must.length, extra: may.length });
  checkItems(world, requirement, reading, expected);
}

/** The zone of a date filter is not given: a day is certain only where it is the same in each. */
const zoneSpread = hours(14);

/** Judges the dates by a day that has calls certainly on both its sides. */
async function checkDates(world: World, all: Item[]): Promise<void> {
  const timeOf = ({ call_date }: Item) => Date.parse(String(call_date));
  const times = all.map(timeOf).toSorted((a, b) => a - b);
  const splits = times.map((time) => Date.parse(dayOf(time + zoneSpread)) + days(1));
  const split = splits.find((end) => times.some((time) => time - zoneSpread >= end));
  if (split === undefined) return;
  const before = all.filter((item) => timeOf(item) + zoneSpread < split);
  const after = all.filter((item) => timeOf(item) - zoneSpread >= split);
  const may = all.filter((item) => !before.includes(item) && !after.includes(item));
  await checkFilter(world, "CALL-6", { date_to: dayOf(split - 1) }, { must: before, may, all });
  await checkFilter(world, "CALL-6", { date_from: dayOf(split) }, { must: after, may, all });
}

/** Proofs over the calls that are there, for a target whose collections cannot be replaced. */
export const asFoundProofs: Proof[] = [
  proof(
    "CALL-6 CALL-7 CALL-8 CALL-9 CALL-10",
    "what the history holds is found by its filters, and nothing else",
    needs,
    async (world) => {
      const all = await readHistory(world);
      for (const [requirement, name, field, values] of [
        ["CALL-8", "types", "type", callTypes],
        ["CALL-9", "statuses", "status", callStatuses],
      ] as const)
        for (const value of values)
          await checkFilter(
            world,
            requirement,
            { [name]: [value] },
            { must: all.filter((item) => item[field] === value), all },
          );
      const { type, status, caller_phone: phone } = all[0] ?? {};
      const ofPhone = all.filter((item) => item.caller_phone === phone);
      if (phone) await checkFilter(world, "CALL-7", { phone }, { must: ofPhone, all });
      const ofBoth = all.filter((item) => item.type === type && item.status === status);
      await checkFilter(world, "CALL-10", { types: [type], statuses: [status] }, { must: ofBoth, all });
      await checkDates(world, all);
    },
  ),

  proof("CALL-11", "two pages of the history hold no call twice", needs, async (world) => {
    await checkTwoPages(world, "CALL-11", history(world), 2);
  }),
];
