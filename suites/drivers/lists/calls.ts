import { days, hours } from "../../../base/durations.ts";
import { dayOf, momentOf } from "../../../base/formats/formats.ts";
import {
  callHistory,
  callStatuses,
  callsAtEnds,
  callTypes,
  edgeCalls,
  edgeSpan,
  singleCallFilters,
  wholeSpan,
} from "../../../generators/calls.ts";
import { leapDays } from "../../../generators/value-classes.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { CellId } from "../../../specs/cells.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { callKind } from "../../model/operations/list-calls.ts";
import { dataAccess } from "../../schedule/run/needs.ts";
import { type Need, type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { draw } from "../steps/explore.ts";
import { ensureInstalled, fixtureLink } from "../steps/installing.ts";
import { type DrivenList, type Filter, itemsOf, readList } from "./driven-list.ts";
import { type ListCase, laterPages, loosePages, pageCases, tryCase } from "./list-cases.ts";

const needs: readonly Need[] = [...dataAccess, "control.seed"];

/** The call history of a Location, in some days. */
export const callList = (world: World, base: Filter, owner = world.fixture("location_id")): DrivenList => ({
  kind: callKind,
  owner,
  base,
  request: (filter, page, limit) =>
    world.requestOf("listCalls", { body: { salon_id: owner, ...filter, page, limit }, as: "system_user_token" }),
});

const presentIn = (items: readonly Item[], field: string, documented: readonly string[]): string[] =>
  documented.filter((value) => items.some((item) => item[field] === value));

/** One of several values, two at once, then each of the others, and all but one. */
function someOf(values: readonly string[]): string[][] {
  const singles = values.map((value) => [value]);
  const others = values.length > 2 ? values.map((value) => values.filter((other) => other !== value)) : [];
  return [...singles.slice(0, 1), ...(values.length > 2 ? [values.slice(-2)] : []), ...singles.slice(1), ...others];
}

/** How far a moment is from noon in UTC: near noon, its day is the same in most time zones. */
const fromNoon = ({ call_date }: Item): number => Math.abs((momentOf(call_date) % days(1)) - hours(12));

/** Days with calls: the day alone, with the day before and the day after, and both parts of those three. */
function dayCases(items: readonly Item[], latest: string): ListCase[] {
  const dated = items.filter(({ call_date }) => Number.isFinite(momentOf(call_date)));
  const called = [
    ...new Set(dated.toSorted((a, b) => fromNoon(a) - fromNoon(b)).map(({ call_date }) => dayOf(momentOf(call_date)))),
  ];
  return called.slice(0, 3).flatMap((day) => {
    const [before, after] = [-1, 1].map((count) => dayOf(Date.parse(day) + days(count))) as [string, string];
    const ranges = [
      [before, after],
      [before, day],
      [after, after],
      [before, before],
      [day, after],
      [day, day],
    ].filter(([, till]) => String(till) <= latest);
    return ranges.map(([date_from, date_to], index): ListCase => {
      const shown = date_to === after ? "CALL-6/date_from" : "CALL-6/date_to";
      // Three days and their two parts show something together; of the others, those that leave out the day after show the last day.
      return { cell: index < 3 ? `CALL-6/${index}` : shown, filter: { date_from, date_to } };
    });
  });
}

/** Searches for the calls that are known. */
export function callCases(world: World, list: DrivenList): ListCase[] {
  const items = itemsOf(world, list);
  const phones = [...new Set(items.map(({ caller_phone }) => String(caller_phone)))].filter((phone) =>
    /^\+?\d{5,}$/.test(phone),
  );
  const types = someOf(presentIn(items, "type", callTypes));
  const statuses = someOf(presentIn(items, "status", callStatuses));
  const call = items.find(({ caller_phone }) => phones.includes(String(caller_phone)));
  const { caller_phone: phone, type, status } = call ?? {};
  const several = [
    ...items.slice(0, 2).map((item) => ({ types: [item.type], statuses: [item.status] })),
    ...(call
      ? [
          { phone, types: [type] },
          { phone, statuses: [status] },
          { phone, types: [type], statuses: [status] },
        ]
      : []),
  ];
  const cell = (requirement: RequirementId, values: readonly string[]): CellId => `${requirement}/${values[0] ?? ""}`;
  // Where a live run has few requests, requirements of one or two cells come before those of many.
  return [
    ...dayCases(items, String(list.base.date_to)),
    ...phones
      .filter((_, index) => index === 0 || index === phones.length - 1)
      .map((each) => ({ cell: "CALL-7", filter: { phone: each } })),
    ...types.map((some) => ({ cell: cell("CALL-8", some), filter: { types: some } })),
    ...statuses.map((some) => ({ cell: cell("CALL-9", some), filter: { statuses: some } })),
    ...several.flatMap((filter): ListCase[] => [
      { cell: "CALL-10", filter },
      { cell: "CALL-10", filter, page: "none" },
    ]),
    ...pageCases(world, list),
    ...loosePages(list),
    ...laterPages(world, list, [...types.map((some) => ({ types: some })), ...several]).slice(
      0,
      world.budget.byDepth(2, 12, 24),
    ),
  ];
}

const seed = (world: World, items: object[], location = world.fixture("location_id")) =>
  world.control.seed(location, "calls", items);

/** Drivers of the call history. */
export const callDrivers: Proof[] = [
  proof(
    "calls-by-each-filter-several-at-once-and-page-by-page",
    [
      "CALL-1",
      "CALL-2",
      "CALL-3",
      "CALL-4",
      "CALL-5",
      "CALL-6",
      "CALL-7",
      "CALL-8",
      "CALL-9",
      "CALL-10",
      "CALL-11",
      "CALL-17",
    ],
    "calls by each filter, several at once, and page by page",
    needs,
    async (world) => {
      await seed(world, [...draw(world, callHistory()), ...draw(world, callsAtEnds())]);
      const list = callList(world, wholeSpan);
      await readList(world, list);
      const phones = [...new Set(itemsOf(world, list).map(({ caller_phone }) => caller_phone))];
      const singles: Filter[] = [
        ...singleCallFilters().map((filter) => ({ ...filter })),
        ...phones.map((phone) => ({ phone })),
      ];
      for (const each of [...singles.map((filter) => ({ cell: "", filter })), ...callCases(world, list)])
        await tryCase(world, list, each);
    },
  ),

  proof(
    "calls-around-the-clock-whose-values-a-program-may-spoil",
    ["CALL-1", "CALL-2", "CALL-3", "CALL-4", "CALL-5", "CALL-6", "CALL-17"],
    "calls around the clock, whose values a program may spoil",
    needs,
    async (world) => {
      await seed(world, edgeCalls());
      const list = callList(world, edgeSpan);
      await readList(world, list);
      for (const day of leapDays) await readList(world, list, { date_from: day, date_to: day }, { toEnd: true });
    },
  ),

  proof(
    "calls-of-two-locations",
    ["CALL-12", "ENV-2"],
    "calls of two Locations",
    [...needs, "fixtures.second_location_id", "mutations"],
    async (world) => {
      const second = world.fixture("second_location_id");
      await ensureInstalled(world, fixtureLink(world, { location: second }));
      const history = draw(world, callHistory());
      await seed(world, history.slice(0, 7));
      await seed(world, history.slice(7, 20), second);
      const [own, others] = [callList(world, wholeSpan), callList(world, wholeSpan, second)];
      await readList(world, own);
      await readList(world, others, {}, { size: 5 });
      await readList(world, own, { phone: history[7]?.caller_phone });
      await seed(world, []);
      for (const filter of [{}, { types: [...callTypes] }, { statuses: [...callStatuses] }])
        await readList(world, own, filter);
    },
  ),
];
