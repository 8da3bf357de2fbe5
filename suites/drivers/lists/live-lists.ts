import { days } from "../../../base/durations.ts";
import { Untestable } from "../../../base/errors.ts";
import { dayOf, momentOf } from "../../../base/formats/formats.ts";
import { splitCell } from "../../../specs/cells.ts";
import type { RequirementId } from "../../../specs/ledger/requirement-ids.ts";
import { reservedForLast } from "../../schedule/run/budget.ts";
import { dataAccess, lackOf } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { ensureInstalled, fixtureLink } from "../steps/installing.ts";
import { liveActivities } from "./activities.ts";
import { callCases, callList } from "./calls.ts";
import { clientCases, clientList } from "./clients.ts";
import { liveLocations } from "./connected-locations.ts";
import { type DrivenList, itemsOf, readList } from "./driven-list.ts";
import { inFewPages, type ListCase, tryCase } from "./list-cases.ts";
import type { LiveList } from "./live-list.ts";

/** The number of pages of a list that are read to know it; a longer one is known in part. */
const maxPages = 8;

const liveClients: LiveList = {
  ids: {
    "CLI-5": "a client is needed",
    "CLI-6": "two clients with different names, phones, addresses or cards are needed",
    "CLI-7": "clients who spent different sums are needed",
    "CLI-8": "two clients are needed",
    "CLI-9": "clients whose last changes are days apart are needed",
    "CLI-10": "clients of whom some fit one filter and not another are needed",
    "CLI-11": "two clients are needed",
    "CLI-14": "two clients are needed",
  },
  needs: dataAccess,
  noun: "clients",
  know: async (world) => {
    const list = clientList(world);
    await readList(world, list, {}, { maxPages, toEnd: true });
    return { list, cases: [...inFewPages(world, list), ...clientCases(world, list)] };
  },
};

/** With more calls than this, one page would not hold what a filter finds; so many are kept on either side of the middle. */
const maxCalls = 24;
const halfSpan = 9;

/** Calls up to the day before yesterday, when in every zone the day is over: of a year or, where that is refused, of a month. */
async function knownCalls(world: World): Promise<DrivenList> {
  const now = world.now();
  const span = (length: number) => ({ date_from: dayOf(now - days(length)), date_to: dayOf(now - days(2)) });
  let list = callList(world, span(365));
  await readList(world, list, {}, { maxPages: 2, toEnd: true });
  if (!world.facts.model.constants.callRanges.isServed(0, days(363))) {
    list = callList(world, span(32));
    await readList(world, list, {}, { maxPages: 2, toEnd: true });
  }
  // Two small pages show too little to choose days by.
  const { wholes } = world.facts.model.collections.of("calls", list.owner);
  if (itemsOf(world, list).length <= maxCalls && wholes.size === 0)
    await readList(world, list, {}, { maxPages, toEnd: true });
  const called = itemsOf(world, list)
    .flatMap(({ call_date }) => dayOf(momentOf(call_date)) || [])
    .toSorted();
  const middle = Math.floor(called.length / 2);
  const [date_from, date_to] = [called[middle - halfSpan], called[middle + halfSpan]];
  if (called.length <= maxCalls || !date_from || !date_to || date_from >= date_to) return list;
  const some = callList(world, { date_from, date_to });
  await readList(world, some, {}, { maxPages, toEnd: true });
  return some;
}

const liveCalls: LiveList = {
  ids: {
    "CALL-6": "a call before the day before yesterday is needed",
    "CALL-7": "calls of two numbers are needed",
    "CALL-8": "calls of two types are needed",
    "CALL-9": "calls of two statuses are needed",
    "CALL-10": "calls of which some fit one filter and not another are needed",
    "CALL-11": "two calls are needed",
  },
  needs: dataAccess,
  noun: "calls before the day before yesterday",
  know: async (world) => {
    const list = await knownCalls(world);
    return { list, cases: [...inFewPages(world, list), ...callCases(world, list)] };
  },
};

/** Says why a list of a live target cannot be read. */
async function lackIn(
  world: World,
  { needs }: LiveList,
): Promise<{ why: string; lacks?: readonly string[] } | undefined> {
  const lack = lackOf(needs, world.target, world.context.session);
  if (lack || !needs.includes("installed")) return lack;
  try {
    await ensureInstalled(world, fixtureLink(world));
    return undefined;
  } catch (error) {
    if (!(error instanceof Untestable)) throw error;
    return { why: `it could not be judged: ${error.message}`, ...(error.lacks ? { lacks: error.lacks } : {}) };
  }
}

/** Asks lists of a live target for what judges most, until so many requests are left. */
async function tryLiveLists(world: World, title: string, lists: readonly LiveList[], reserved: number): Promise<void> {
  const { budget, facts } = world;
  const mayAsk = () => budget.requestsLeft > reserved;
  const leave = (ids: readonly string[], why: string, lacks?: readonly string[]) =>
    world.journal.write({ kind: "untestable", title, ids, why, applies: true, ...(lacks ? { lacks } : {}) });
  const known: { live: LiveList; list: DrivenList; cases: ListCase[] }[] = [];
  for (const live of lists) {
    const lack = await lackIn(world, live);
    if (lack) leave(Object.keys(live.ids), lack.why, lack.lacks);
    else if (mayAsk()) known.push({ live, ...(await live.know(world)) });
  }
  await tryByWorth(world, known, mayAsk);
  for (const { live, list } of known)
    for (const [id, wanted] of Object.entries(live.ids)) {
      if ([...facts.judgement.exchanges.cells].some((cell) => splitCell(cell).requirement === id)) continue;
      const found = `${itemsOf(world, list).length} ${live.noun} were found`;
      const used = "the requests of the run are used up; a deeper run (--depth) judges more";
      leave([id], mayAsk() ? `it could not be judged: ${found}; ${wanted}` : used);
    }
}

/** How much less a case is worth whose cell was judged before: as much as after so many tries of it. */
const judgedWeight = 2;

/** Tries the case next whose cell was tried least, and is not judged yet; lists by turns. */
async function tryByWorth(
  world: World,
  known: readonly { list: DrivenList; cases: ListCase[] }[],
  mayAsk: () => boolean,
): Promise<void> {
  const cells: ReadonlySet<string> = world.facts.judgement.exchanges.cells;
  const tries = new Map<string, number>();
  const rankOf = ({ cell }: ListCase): number => (tries.get(cell) ?? 0) + (cells.has(cell) ? judgedWeight : 0);
  const left = known.flatMap(({ list, cases }) => cases.map((each) => ({ list, each })));
  const turns = new Map<DrivenList, number>();
  while (left.length > 0 && mayAsk()) {
    const ranks = left.map(({ list, each }) => rankOf(each) + (turns.get(list) ?? 0) / left.length / 100);
    const [next] = left.splice(ranks.indexOf(Math.min(...ranks)), 1);
    if (!next) return;
    tries.set(next.each.cell, (tries.get(next.each.cell) ?? 0) + 1);
    turns.set(next.list, (turns.get(next.list) ?? 0) + 1);
    await tryCase(world, next.list, next.each);
  }
}

/** Reads that are made once more, and elsewhere. */
async function readAgain(world: World, mayAsk: () => boolean): Promise<void> {
  if (lackOf(["urls.base_url", "credentials.partner_token"], world.target, world.context.session)) return;
  const { location_id, second_location_id, application_id } = world.target.fixtures;
  const again: [operation: string, path?: Record<string, number>][] = [
    ["listCountries"],
    ["listCities"],
    ["listCities"],
    ["listBusinessTypes"],
    ...(location_id === undefined
      ? []
      : Array.from({ length: 2 }, (): [string, Record<string, number>] => ["readHooksSettings", { location_id }])),
    ...(second_location_id === undefined || application_id === undefined
      ? []
      : [["listPermissions", { company_id: second_location_id, application_id }] as [string, Record<string, number>]]),
  ];
  for (const [operation, path = {}] of again)
    if (mayAsk()) await world.request(operation, { path, as: "partner_token" });
}

const lists: readonly LiveList[] = [liveClients, liveCalls, liveActivities, liveLocations];

/** The part of a run's requests that is reserved for mistakes, for a cursor, and for the last drivers; and the part that a quick run, where lists come early, reserves. */
const reserved = { later: reservedForLast + 25, early: 8 };

const liveDriver = (slug: string, title: string, kept: number, isAffected: (depth: string) => boolean): Proof =>
  proof(
    slug,
    lists.flatMap(({ ids }) => Object.keys(ids) as RequirementId[]),
    title,
    ["no control.seed"],
    async (world) => {
      if (!isAffected(world.context.depth)) return;
      const wanted = lists.map((live) => ({
        ...live,
        ids: Object.fromEntries(Object.entries(live.ids).filter(([id]) => world.context.isWanted(id))),
      }));
      await readAgain(world, () => world.budget.requestsLeft > kept);
      await tryLiveLists(world, title, wanted, kept);
    },
  );

/** Lists of a target whose collections cannot be replaced: what they hold is learned, with what other drivers left of the requests of a run. */
export const liveListDrivers: Proof[] = [
  liveDriver(
    "lists-as-they-are",
    "lists as they are, with filters and pages of every kind",
    reserved.later,
    (depth) => depth !== "quick",
  ),
];

/** The same in a quick run, whose requests would be used up by then. */
export const quickLiveListDrivers: Proof[] = [
  liveDriver(
    "lists-as-they-are-quickly",
    "lists as they are, in a quick run",
    reserved.early,
    (depth) => depth === "quick",
  ),
];
