import { type CallFilter, callFilter, callHistory, singleCallFilters, wholeSpan } from "../../../generators/calls.ts";
import type { Item } from "../../../harness/control.ts";
import { draw, explore } from "../run/explore.ts";
import { ensureInstalled, place } from "../run/installing.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { echoes, sameMoment } from "./echo.ts";
import { gather, holdsExactly, type Listing } from "./pages.ts";

const seeded = ["installed", "control.seed", "credentials.system_user_token"];

const history = (world: World, asked: object): Listing => ({
  operation: "listCalls",
  page: (page, limit) =>
    world.ask("listCalls", {
      body: { salon_id: world.fixture("location_id"), ...wholeSpan, ...asked, page, limit },
      authorization: world.as("system_user_token"),
    }),
});

const begin = (world: World): Promise<Item[]> =>
  world.control.seed(world.fixture("location_id"), "calls", draw(world, callHistory()));

const dayOf = (item: Item): string => new Date(String(item.call_date)).toISOString().slice(0, 10);

/** What the documented meaning of the filters gives over a collection. */
const fits =
  ({ date_from, date_to, phone, types, statuses }: CallFilter) =>
  (item: Item): boolean =>
    dayOf(item) >= date_from &&
    dayOf(item) <= date_to &&
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

async function judge(world: World, items: Item[], asked: CallFilter): Promise<void> {
  const must = items.filter(fits(asked));
  holdsExactly(world, requirementOf(asked), await gather(world, history(world, asked), must.length), must, {
    all: items,
  });
}

/** What a call says of itself, field by field. */
const told: Parameters<typeof echoes>[3] = {
  client_id: ["CALL-5"],
  caller_phone: ["CALL-1"],
  record_link: ["CALL-17"],
  duration: ["CALL-1"],
  status: ["CALL-2"],
  type: ["CALL-3"],
  call_date: ["CALL-4", sameMoment],
};

/** Proofs of the call history. */
export const callProofs: Proof[] = [
  proof(
    "CALL-6 CALL-7 CALL-8 CALL-9 CALL-10",
    "the history holds exactly what its filters ask for",
    seeded,
    async (world) => {
      const items = await begin(world);
      const phones = [...new Set(items.map(({ caller_phone }) => String(caller_phone)))];
      await explore(world, {
        cases: callFilter(phones),
        first: [...singleCallFilters(), ...phones.map((phone) => ({ ...wholeSpan, phone }))],
        runs: world.run.far(4, 20, 300),
        check: (scene, asked) => judge(scene, items, asked),
      });
    },
  ),

  proof("CALL-1 CALL-2 CALL-3 CALL-4 CALL-5 CALL-17", "calls are told as they are", seeded, async (world) => {
    const calls = draw(world, callHistory());
    await world.control.seed(world.fixture("location_id"), "calls", calls);
    const { items: found, last } = await gather(world, history(world, {}), calls.length);
    echoes(world, last, { seeded: calls, found }, told);
  }),

  proof("CALL-11", "the pages of the history hold each call once, with any limit", seeded, async (world) => {
    const items = await begin(world);
    for (const size of [10, 1, 7].slice(0, world.run.far(1, 2, 3)))
      holdsExactly(world, "CALL-11", await gather(world, history(world, {}), items.length, size), items);
  }),

  proof(
    "CALL-12 ENV-2",
    "the history is the Location's own",
    [...seeded, "fixtures.second_location_id", "mutations"],
    async (world) => {
      const there = world.fixture("second_location_id");
      await ensureInstalled(world, place(world, { location: there }));
      const [mine, theirs] = [draw(world, callHistory()).slice(0, 7), draw(world, callHistory()).slice(7, 20)];
      const items = await world.control.seed(world.fixture("location_id"), "calls", mine);
      await world.control.seed(there, "calls", theirs);
      holdsExactly(world, "CALL-12", await gather(world, history(world, {}), items.length), items);
      await world.control.seed(world.fixture("location_id"), "calls", []);
      holdsExactly(world, "CALL-12", await gather(world, history(world, {}), 0), []);
    },
  ),
];
