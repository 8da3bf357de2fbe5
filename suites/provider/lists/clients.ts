import { fieldsOf } from "../../../base/json.ts";
import {
  type ClientFilter,
  clientFilter,
  clientFilterNames,
  clientFilters,
  daysOfChange,
  pairsOfFilters,
} from "../../../generators/client-filters.ts";
import { type ClientRecord, clientele } from "../../../generators/clients.ts";
import type { Item } from "../../../harness/control.ts";
import { draw, explore } from "../run/explore.ts";
import { ensureInstalled, place } from "../run/installing.ts";
import { type Proof, proof } from "../run/proof.ts";
import { json, type World } from "../run/world.ts";
import { echoes, loosely, sameMoment } from "./echo.ts";
import { gather, holdsExactly, itemsOf, type Listing, smallPage } from "./pages.ts";

const seeded = ["installed", "control.seed", "credentials.system_user_token"];

/** The zones that a moment without an offset may be meant in, in milliseconds ahead of UTC. */
const zones = { west: -12 * 3_600_000, east: 14 * 3_600_000 };

const list = (world: World, asked: ClientFilter = {}): Listing => ({
  operation: "listClients",
  page: (page, count) =>
    world.ask("listClients", {
      path: { location_id: world.fixture("location_id") },
      query: [
        ...Object.entries(asked).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const)),
        ["page", String(page)],
        ["count", String(count)],
      ],
      authorization: world.as("system_user_token"),
    }),
});

const begin = (world: World): Promise<Item[]> =>
  world.control.seed(world.fixture("location_id"), "clients", draw(world, clientele(43)));

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

async function judge(world: World, items: Item[], asked: ClientFilter): Promise<void> {
  const answers = items.map((item) =>
    Object.entries(asked).map(([name, value]) => meanings[name]?.(item, value as never) ?? "open"),
  );
  const must = items.filter((_, index) => answers[index]?.every((answer) => answer === "yes"));
  const may = items.filter((_, index) => !answers[index]?.includes("no") && answers[index]?.includes("open"));
  const found = await gather(world, list(world, asked), must.length, smallPage, may.length);
  holdsExactly(world, requirementOf(asked), found, must, { may, all: items });
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
    async (world) => {
      const items = await begin(world);
      const clients = items as unknown as ClientRecord[];
      for (const name of clientFilterNames)
        await explore(world, {
          cases: clientFilter(clients, name),
          runs: world.run.far(1, 4, 40),
          check: (scene, asked) => judge(scene, items, asked),
        });
      await explore(world, {
        cases: clientFilters(clients),
        first: [...daysOfChange(clients), ...draw(world, pairsOfFilters(clients)).slice(0, world.run.far(6, 88, 88))],
        runs: world.run.far(3, 16, 200),
        check: (scene, asked) => judge(scene, items, asked),
      });
    },
  ),

  proof(
    "CLI-11 CLI-5",
    "the pages of the clients list hold each client once, and count them",
    seeded,
    async (world) => {
      const items = (await begin(world)).slice(0, 23);
      await world.control.seed(world.fixture("location_id"), "clients", items);
      const whole = list(world);
      const counted: Listing = {
        ...whole,
        async page(page, count) {
          const found = await whole.page(page, count);
          const meta = fieldsOf(fieldsOf(json(found)).meta);
          if (page > 0 && (itemsOf(found)?.length ?? 0) > 0) {
            world.holds(
              "CLI-5",
              found,
              meta.total_count === items.length,
              `total_count ${String(meta.total_count)}`,
              String(items.length),
              "/meta/total_count",
            );
            if (page <= Math.ceil(items.length / count))
              world.holds("CLI-5", found, meta.page === page, `page ${String(meta.page)}`, String(page), "/meta/page");
          }
          return found;
        },
      };
      for (const size of [5, 1, 10].slice(0, world.run.far(1, 2, 3)))
        holdsExactly(world, "CLI-11", await gather(world, counted, items.length, size), items);
    },
  ),

  proof("CLI-1", "clients are told as they are", seeded, async (world) => {
    const clients = draw(world, clientele(30));
    await world.control.seed(world.fixture("location_id"), "clients", clients);
    const { items: found, last } = await gather(world, list(world), clients.length);
    echoes(world, last, { seeded: clients, found }, told);
  }),

  proof(
    "CLI-12",
    "the clients list is the Location's own",
    [...seeded, "fixtures.second_location_id", "mutations"],
    async (world) => {
      const there = world.fixture("second_location_id");
      const items = await begin(world);
      await ensureInstalled(world, place(world, { location: there }));
      const theirs = draw(world, clientele(4)).map((one) => ({ ...one, id: one.id + 1000 }));
      await world.control.seed(there, "clients", theirs);
      holdsExactly(world, "CLI-12", await gather(world, list(world), items.length), items);
    },
  ),
];
