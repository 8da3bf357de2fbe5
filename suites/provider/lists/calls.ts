import { type CallFilter, callFilter, callHistory, singleCallFilters, wholeSpan } from "../../../generators/calls.ts";
import type { Item } from "../../../harness/control.ts";
import { draw, explore } from "../stage/explore.ts";
import { ensureInstalled, place } from "../stage/installing.ts";
import { type Proof, proof } from "../stage/proof.ts";
import type { Stage } from "../stage/stage.ts";
import { echoes, sameMoment } from "./echo.ts";
import { gather, holdsExactly, type Listing } from "./pages.ts";

const seeded = ["installed", "control.seed", "credentials.system_user_token"];

const history = (stage: Stage, asked: object): Listing => ({
  operation: "listCalls",
  page: (page, limit) =>
    stage.ask("listCalls", {
      body: { salon_id: stage.fixture("location_id"), ...wholeSpan, ...asked, page, limit },
      authorization: stage.as("system_user_token"),
    }),
});

const begin = (stage: Stage): Promise<Item[]> =>
  stage.control.seed(stage.fixture("location_id"), "calls", draw(stage, callHistory()));

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

async function judge(stage: Stage, items: Item[], asked: CallFilter): Promise<void> {
  const must = items.filter(fits(asked));
  holdsExactly(stage, requirementOf(asked), await gather(stage, history(stage, asked), must.length), must, {
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
    async (stage) => {
      const items = await begin(stage);
      const phones = [...new Set(items.map(({ caller_phone }) => String(caller_phone)))];
      await explore(stage, {
        cases: callFilter(phones),
        first: [...singleCallFilters(), ...phones.map((phone) => ({ ...wholeSpan, phone }))],
        runs: stage.tour.far(4, 20, 300),
        check: (scene, asked) => judge(scene, items, asked),
      });
    },
  ),

  proof("CALL-1 CALL-2 CALL-3 CALL-4 CALL-5 CALL-17", "calls are told as they are", seeded, async (stage) => {
    const calls = draw(stage, callHistory());
    await stage.control.seed(stage.fixture("location_id"), "calls", calls);
    const { items: found, last } = await gather(stage, history(stage, {}), calls.length);
    echoes(stage, last, { seeded: calls, found }, told);
  }),

  proof("CALL-11", "the pages of the history hold each call once, with any limit", seeded, async (stage) => {
    const items = await begin(stage);
    for (const size of [10, 1, 7].slice(0, stage.tour.far(1, 2, 3)))
      holdsExactly(stage, "CALL-11", await gather(stage, history(stage, {}), items.length, size), items);
  }),

  proof(
    "CALL-12 ENV-2",
    "the history is the Location's own",
    [...seeded, "fixtures.second_location_id", "mutations"],
    async (stage) => {
      const there = stage.fixture("second_location_id");
      await ensureInstalled(stage, place(stage, { location: there }));
      const [mine, theirs] = [draw(stage, callHistory()).slice(0, 7), draw(stage, callHistory()).slice(7, 20)];
      const items = await stage.control.seed(stage.fixture("location_id"), "calls", mine);
      await stage.control.seed(there, "calls", theirs);
      holdsExactly(stage, "CALL-12", await gather(stage, history(stage, {}), items.length), items);
      await stage.control.seed(stage.fixture("location_id"), "calls", []);
      holdsExactly(stage, "CALL-12", await gather(stage, history(stage, {}), 0), []);
    },
  ),
];
