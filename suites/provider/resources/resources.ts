import { borders, type Walk, walk } from "../../../generators/resources.ts";
import type { Item } from "../../../harness/control.ts";
import { limit } from "../../../specs/limits.ts";
import { spelled } from "../lists/pages.ts";
import { explore } from "../run/explore.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { ask, begin, judgeWalk, read } from "./resource-pages.ts";

const reach = ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"];
const [least, most, usual] = [limit("page_size.minimum"), limit("page_size.maximum"), limit("page_size.default")];

/** Walks a seeded collection with two limits; the order is the same for both. */
async function judgeSeeded(world: World, { titles, limits }: Walk): Promise<void> {
  const items = await world.control.seed(
    world.fixture("location_id"),
    "resources",
    titles.map((title) => ({ title })),
  );
  const [one, other] = [await read(world, limits[0], items.length), await read(world, limits[1], items.length)];
  for (const walked of [one, other]) judgeWalk(world, walked, items);
  const isWhole = one.items.length === items.length && other.items.length === items.length;
  if (isWhole)
    world.holds(
      "RES-7",
      other.last,
      one.items.map(({ id }) => String(id)).join() === other.items.map(({ id }) => String(id)).join(),
      `another order with limit ${limits[1]}`,
      `the order of limit ${limits[0]}`,
      "/data",
    );
}

const told = ({ titles, limits }: Walk): string =>
  `${titles.length} resources ${JSON.stringify(titles.slice(0, 8))}, limits ${limits.join(" and ")}`;

/** Numbers as ids, whose order as text is another than as numbers, all under one title. */
const tied = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: 95 + index, title: "Chair" }));

/** Proofs of the v3 list: its pages and its order. */
export const resourceProofs: Proof[] = [
  proof("RES-3 RES-4 RES-5 RES-18", "the bounds and the default of limit are kept", reach, async (world) => {
    const count = world.can("seed") ? most + 30 : undefined;
    if (count) await begin(world, count);
    const absent = await ask(world);
    world.needs(absent.exchange, 200);
    const isFull = (id: string, { exchange, items }: typeof absent, size: number) => {
      if (count) world.holds(id, exchange, items.length === size, `a page of ${items.length}`, String(size), "/data");
    };
    isFull("RES-4", absent, usual);
    for (const size of [most, least, usual, 2, usual - 1, usual + 1, most - 1].slice(0, world.run.far(2, 7, 7))) {
      const page = await ask(world, { limit: size });
      if (world.answers("RES-5", page.exchange, 200)) isFull("RES-3", page, size);
    }
    for (const beyond of [0, most + 1, -1, 1000, "many", ""].slice(0, world.run.far(2, 6, 6))) {
      const page = await ask(world, { limit: beyond });
      const { status } = page.exchange.response;
      world.holds(
        "RES-18",
        page.exchange,
        status < 500,
        `the status ${status}`,
        `at most ${most} items, or a refusal`,
        "/data",
      );
      world.observe(`status of limit=${String(beyond)}`, status);
    }
  }),

  proof(
    "RES-2 RES-3 RES-6 RES-7 RES-8",
    "walking a collection gives each resource once, in order, with any limit",
    [...reach, "control.seed"],
    (world) =>
      explore(world, {
        cases: walk(),
        first: borders(),
        runs: world.run.far(2, 5, 100),
        spell: told,
        check: judgeSeeded,
      }),
  ),

  proof("RES-7", "resources of one title come by id", [...reach, "control.seed"], async (world) => {
    const items = await world.control.seed(world.fixture("location_id"), "resources", tied(12));
    judgeWalk(world, await read(world, 5, items.length), items);
  }),

  proof(
    "RES-2 RES-3 RES-6 RES-7 RES-8",
    "walking what is there gives each resource once, in order, with any limit",
    [...reach, "no control.seed"],
    async (world) => {
      const whole = await read(world, most, 4 * most);
      judgeWalk(world, whole, undefined);
      if (!whole.isComplete || whole.items.length < 2) return;
      const size = Math.max(1, Math.ceil(whole.items.length / 6));
      judgeWalk(world, await read(world, size, whole.items.length), undefined);
    },
  ),

  proof(
    "RES-8",
    "the list is the Location's own",
    [...reach, "control.seed", "fixtures.second_location_id"],
    async (world) => {
      const mine = await world.control.seed(world.fixture("location_id"), "resources", [
        { title: "Mine" },
        { title: "Mine too" },
      ]);
      await world.control.seed(world.fixture("second_location_id"), "resources", [{ title: "Another" }]);
      const { items, exchange } = await ask(world);
      world.needs(exchange, 200);
      const [seen, own] = [items, mine].map((some) => some.map(({ title }) => String(title)));
      world.holds("RES-8", exchange, seen?.join() === own?.join(), spelled(seen ?? []), spelled(own ?? []), "/data");
    },
  ),

  proof(
    "RES-9",
    "a Location out of reach is not found",
    [...reach, "fixtures.inaccessible_location_id", "fixtures.unknown_location_id"],
    async (world) => {
      world.needs((await ask(world)).exchange, 200);
      for (const name of ["inaccessible_location_id", "unknown_location_id"] as const)
        for (const query of [{}, { limit: 5 }])
          world.answers("RES-9", (await ask(world, query, "v3", world.fixture(name))).exchange, 404);
    },
  ),
];
