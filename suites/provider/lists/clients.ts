import {
  type Client,
  type ClientFilter,
  clientele,
  clientFilter,
  clientFilterNames,
  clientFilters,
  daysOfChange,
  pairsOfFilters,
} from "../../../generators/clients.ts";
import type { Item } from "../../../harness/control.ts";
import { fieldsOf } from "../../../specs/json.ts";
import { draw, explore } from "../stage/explore.ts";
import { ensureInstalled, place } from "../stage/installing.ts";
import { type Proof, proof } from "../stage/proof.ts";
import { json, type Stage } from "../stage/stage.ts";
import { echoes, loosely, sameMoment } from "./echo.ts";
import { gather, holdsExactly, itemsOf, type Listing, smallPage } from "./pages.ts";

const seeded = ["installed", "control.seed", "credentials.system_user_token"];

/** The zones that a moment without an offset may be meant in, in milliseconds ahead of UTC. */
const zones = { west: -12 * 3_600_000, east: 14 * 3_600_000 };

const list = (stage: Stage, asked: ClientFilter = {}): Listing => ({
  operation: "listClients",
  page: (page, count) =>
    stage.ask("listClients", {
      path: { location_id: stage.fixture("location_id") },
      query: [
        ...Object.entries(asked).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const)),
        ["page", String(page)],
        ["count", String(count)],
      ],
      authorization: stage.as("system_user_token"),
    }),
});

const begin = (stage: Stage): Promise<Item[]> =>
  stage.control.seed(stage.fixture("location_id"), "clients", draw(stage, clientele(43)));

type Answer = "yes" | "no" | "open";

/** Whether a text contains a part: not at all, whatever its letters' case; or as it is; or only if case is ignored, which is open. */
function contains(value: unknown, part: string): Answer {
  const text = String(value);
  if (text.includes(part)) return "yes";
  return text.toLowerCase().includes(part.toLowerCase()) ? "open" : "no";
}

/** Whether a change comes after a moment in every zone that could be meant, in none, or in some. */
function isAfter(value: unknown, moment: string): Answer {
  const [changed, asked] = [Date.parse(String(value)), Date.parse(`${moment}Z`)];
  if (changed > asked - zones.west) return "yes";
  return changed < asked - zones.east ? "no" : "open";
}

const turned: Record<Answer, Answer> = { yes: "no", no: "yes", open: "open" };
const sure = (isSo: boolean): Answer => (isSo ? "yes" : "no");

/** What each filter says of a client. */
const meanings: Record<string, (item: Item, value: never) => Answer> = {
  fullname: ({ name }, part: string) => contains(name, part),
  phone: ({ phone }, part: string) => contains(phone, part),
  email: ({ email }, part: string) => contains(email, part),
  card: ({ card }, part: string) => contains(card, part),
  paid_min: ({ spent }, least: number) => sure(Number(spent) >= least),
  paid_max: ({ spent }, most: number) => sure(Number(spent) <= most),
  id: ({ id }, one: number) => sure(id === one),
  "id[]": ({ id }, some: number[]) => sure(some.includes(Number(id))),
  changed_after: ({ last_change_date }, moment: string) => isAfter(last_change_date, moment),
  changed_before: ({ last_change_date }, moment: string) => turned[isAfter(last_change_date, moment)],
};

/** The requirement of the only filter that is set; several at once have one of their own. */
function requirementOf(asked: ClientFilter): string {
  const [name = "", ...more] = Object.keys(asked);
  if (more.length > 0) return "CLI-10";
  if (name.startsWith("paid")) return "CLI-7";
  if (name.startsWith("id")) return "CLI-8";
  return name.startsWith("changed") ? "CLI-9" : "CLI-6";
}

async function judge(stage: Stage, items: Item[], asked: ClientFilter): Promise<void> {
  const answers = items.map((item) =>
    Object.entries(asked).map(([name, value]) => meanings[name]?.(item, value as never) ?? "open"),
  );
  const must = items.filter((_, index) => answers[index]?.every((answer) => answer === "yes"));
  const may = items.filter((_, index) => !answers[index]?.includes("no") && answers[index]?.includes("open"));
  const found = await gather(stage, list(stage, asked), must.length, smallPage, may.length);
  holdsExactly(stage, requirementOf(asked), found, must, { may, all: items });
}

/** What a client says of himself, field by field; a phone is a text that the sample shows as a number. */
const told: Parameters<typeof echoes>[3] = {
  name: ["CLI-1"],
  phone: ["CLI-1", loosely],
  email: ["CLI-1"],
  card: ["CLI-1", loosely],
  spent: ["CLI-1"],
  last_change_date: ["CLI-1", sameMoment],
};

/** Proofs of the clients list. */
export const clientProofs: Proof[] = [
  proof(
    "CLI-6 CLI-7 CLI-8 CLI-9 CLI-10",
    "the list holds exactly the clients that its filters ask for",
    seeded,
    async (stage) => {
      const items = await begin(stage);
      const clients = items as unknown as Client[];
      for (const name of clientFilterNames)
        await explore(stage, {
          cases: clientFilter(clients, name),
          runs: stage.tour.far(1, 4, 40),
          check: (scene, asked) => judge(scene, items, asked),
        });
      await explore(stage, {
        cases: clientFilters(clients),
        first: [...daysOfChange(clients), ...draw(stage, pairsOfFilters(clients)).slice(0, stage.tour.far(6, 88, 88))],
        runs: stage.tour.far(3, 16, 200),
        check: (scene, asked) => judge(scene, items, asked),
      });
    },
  ),

  proof(
    "CLI-11 CLI-5",
    "the pages of the clients list hold each client once, and count them",
    seeded,
    async (stage) => {
      const items = (await begin(stage)).slice(0, 23);
      await stage.control.seed(stage.fixture("location_id"), "clients", items);
      const whole = list(stage);
      const counted: Listing = {
        ...whole,
        async page(page, count) {
          const found = await whole.page(page, count);
          const meta = fieldsOf(fieldsOf(json(found)).meta);
          if (page > 0 && (itemsOf(found)?.length ?? 0) > 0) {
            stage.holds(
              "CLI-5",
              found,
              meta.total_count === items.length,
              `total_count ${String(meta.total_count)}`,
              String(items.length),
              "/meta/total_count",
            );
            if (page <= Math.ceil(items.length / count))
              stage.holds("CLI-5", found, meta.page === page, `page ${String(meta.page)}`, String(page), "/meta/page");
          }
          return found;
        },
      };
      for (const size of [5, 1, 10].slice(0, stage.tour.far(1, 2, 3)))
        holdsExactly(stage, "CLI-11", await gather(stage, counted, items.length, size), items);
    },
  ),

  proof("CLI-1", "clients are told as they are", seeded, async (stage) => {
    const clients = draw(stage, clientele(30));
    await stage.control.seed(stage.fixture("location_id"), "clients", clients);
    const { items: found, last } = await gather(stage, list(stage), clients.length);
    echoes(stage, last, { seeded: clients, found }, told);
  }),

  proof(
    "CLI-12",
    "the clients list is the Location's own",
    [...seeded, "fixtures.second_location_id", "mutations"],
    async (stage) => {
      const there = stage.fixture("second_location_id");
      const items = await begin(stage);
      await ensureInstalled(stage, place(stage, { location: there }));
      const theirs = draw(stage, clientele(4)).map((one) => ({ ...one, id: one.id + 1000 }));
      await stage.control.seed(there, "clients", theirs);
      holdsExactly(stage, "CLI-12", await gather(stage, list(stage), items.length), items);
    },
  ),
];
