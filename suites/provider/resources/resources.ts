import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/wording.ts";
import { borders, spreadOfSizes, tellingOrder, type Walk, walk } from "../../../generators/resources.ts";
import { limit } from "../../../specs/limits.ts";
import { enumerate } from "../../model/lists/judge-list.ts";
import { collationsOf } from "../../rules/order.ts";
import { confirmed } from "../run/confirmed.ts";
import { explore } from "../run/explore.ts";
import { v3Access } from "../run/needs.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { recallPage, requestPage, requireCursors, seedResources, type V3Page } from "./resource-pages.ts";
import { checkWalk, namesOf, type Walked, walkPages } from "./walks.ts";

const [least, most, usual] = [limit("page_size.minimum"), limit("page_size.maximum"), limit("page_size.default")];

/** Walks a seeded collection with two limits; the order is the same for both. */
async function judgeWalk(world: World, { titles, limits }: Walk): Promise<void> {
  const items = await world.control.seed(
    world.fixture("location_id"),
    "resources",
    titles.map((title) => ({ title })),
  );
  const [first, second] = [
    await world.settled(
      "listResources",
      () => walkPages(world, limits[0], items.length),
      (walked) => walked.items.length === items.length,
    ),
    await walkPages(world, limits[1], items.length),
  ];
  for (const walked of [first, second]) checkWalk(world, walked, items);
  if (first.items.length !== items.length || second.items.length !== items.length) return;
  checkSameOrder(world, second, first);
}

/** Judges whether two walks with different limits give one order. */
function checkSameOrder(world: World, walked: Walked, before: Walked): void {
  const [order, earlierOrder] = [walked, before].map(({ items }) => items.map(({ id }) => String(id)).join());
  world.check("RES-7", order === earlierOrder, {
    exchange: walked.last,
    found: "another order with another limit",
    expected: "one order for every limit",
    pointer: "/data",
  });
}

const describeWalk = ({ titles, limits }: Walk): string =>
  `${counted(titles.length, "resource")} ${JSON.stringify(titles.slice(0, 8))}, limits ${limits.join(" and ")}`;

/** In how many pages a collection is walked again, those first that show most for their requests. */
const pageCounts = [6, 5, 4, 7, 3, 8, 2];

/** The limits with which a collection is walked again. With one of them the last page is just full: whoever takes a full page for one of many shows it there. */
function limitsFor(count: number): number[] {
  const pages = pageCounts.find((each) => count % each === 0 && count / each <= most);
  return pages ? [count / pages] : [Math.ceil(count / 6), ...(count <= most ? [count] : [])];
}

/** How many resources are walked at most, where they are not ours. */
const mostWalked = 4 * most;

/** Judges `has_more` on a page that leaves one resource; where no walk had a last page that was just full, also on such a page. Both go on from the last border of full pages. */
async function judgeEnds(world: World, { items, borders: ends }: Walked, hasFullEnd: boolean): Promise<void> {
  const { at, cursor } = ends.at(-1) ?? { at: 0 };
  const rest = items.length - at;
  for (const size of [rest - 1, ...(hasFullEnd ? [] : [rest])].filter((each) => each >= least)) {
    const page = await requestPage(world, { limit: size, ...(cursor === undefined ? {} : { cursor }) });
    // A cursor may keep the limit that it was made with.
    if (page.exchange.response.status !== 200 || page.items.length !== size) continue;
    world.check("RES-2", page.hasMore === size < rest, {
      exchange: page.exchange,
      found: JSON.stringify(page.hasMore),
      expected: `${size < rest}: ${counted(rest - size, "resource")} left`,
      pointer: "/has_more",
    });
  }
}

/** Walks what is there with several limits; answers what was walked. */
async function judgeWhatIsThere(world: World): Promise<string> {
  const whole = await walkPages(world, most, mostWalked);
  checkWalk(world, whole);
  if (whole.items.length >= mostWalked) throw new Untestable("the Location has too many resources");
  world.requireStatus(whole.last, 200);
  // A list that goes on without items has been judged by that.
  if (!whole.isComplete) return JSON.stringify(whole.items);
  if (whole.items.length < 2) throw new Untestable("the Location has no two resources");
  const walks: Walked[] = [whole];
  const limits = limitsFor(whole.items.length);
  for (const size of limits) {
    const again = await walkPages(world, size, whole.items.length);
    checkWalk(world, again, whole.items);
    if (again.items.length === whole.items.length) checkSameOrder(world, again, whole);
    walks.push(again);
  }
  await judgeEnds(
    world,
    whole,
    limits.some((size) => whole.items.length % size === 0),
  );
  // A page of one shows whether the border between two pages is kept.
  const { cursor } = await requestPage(world, { limit: least });
  const { items, exchange } = await requestPage(world, {
    limit: least + 1,
    ...(typeof cursor === "string" ? { cursor } : {}),
  });
  const [found, expected] = [namesOf(items), namesOf(whole.items.slice(1, 3))];
  if (typeof cursor === "string") {
    world.check("RES-8", found === expected, {
      exchange,
      found,
      expected,
      pointer: "/data",
    });
    // It lives for some minutes, however often it is used; that it is served again does not show how long.
    const again = await requestPage(world, { limit: least + 1, cursor });
    if (again.exchange.response.status === 422) world.checkStatus("CUR-1", again.exchange, 200);
  }
  return JSON.stringify([...walks.map((walked) => walked.items), items]);
}

/** Reads the same page in the name of two credentials. */
async function judgeTwoCredentials(world: World): Promise<string> {
  const own = await requestPage(world, { limit: most });
  const other = await requestPage(world, { limit: most }, { role: "v3_other_token" });
  world.requireStatus(own.exchange, 200);
  world.requireStatus(other.exchange, 200);
  if (own.items.length + other.items.length === 0) throw new Untestable("the Location has no resources");
  const [found, expected] = [other, own].map(({ items }) => enumerate(items.map(({ title }) => title)));
  world.check("RES-8", found === expected, {
    exchange: other.exchange,
    found: `to another credential ${found}`,
    expected: String(expected),
    pointer: "/data",
  });
  return JSON.stringify([own.items, other.items]);
}

/** Titles that common collations order differently. */
const disputed = ["_", "10", "9", "B", "a", "z", "Ä", "é"];

/** Observes which collations order titles as the list does. */
async function observeCollation(world: World): Promise<void> {
  const titles = disputed.map((title) => ({ title }));
  const seeded = await world.control.seed(world.fixture("location_id"), "resources", titles);
  const { items } = await requestPage(world);
  if (items.length === seeded.length)
    world.observe("RES-19: collations that order titles so", collationsOf(items.map(({ title }) => String(title))));
}

/** Proofs of the v3 list: its pages and its order. */
export const resourceProofs: Proof[] = [
  proof("RES-3 RES-4 RES-5 RES-18", "the bounds and the default of limit are kept", v3Access, async (world) => {
    const isSeeded = world.can("seed");
    await seedResources(world, most + 30);
    const checkFull = (requirement: string, { exchange, items, hasMore }: V3Page, size: number) => {
      // A page is full where there are more.
      if (isSeeded || hasMore === true)
        world.check(requirement, items.length === size, {
          exchange,
          found: `a page of ${items.length}`,
          expected: String(size),
          pointer: "/data",
        });
    };
    const request = (size: number, query?: { limit: number }) =>
      world.settled(
        "listResources",
        () => recallPage(world, query),
        ({ items }) => !isSeeded || items.length === size,
      );
    const withoutLimit = await request(usual);
    world.requireStatus(withoutLimit.exchange, 200);
    checkFull("RES-4", withoutLimit, usual);
    const { cursor } = withoutLimit;
    if (!isSeeded && typeof cursor === "string") checkFull("RES-4", await requestPage(world, { cursor }), usual);
    const edges = [most, least, usual, least + 1, usual - 1, usual + 1, most - 1];
    const spread = spreadOfSizes(world.run.byDepth(most, 5, 1), world.run.seed);
    const allowed = [...edges, ...spread.filter((size) => !edges.includes(size))];
    for (const size of allowed.slice(0, world.run.byDepth(2, most, most))) {
      const page = await request(size, { limit: size });
      if (world.checkStatus("RES-5", page.exchange, 200)) checkFull("RES-3", page, size);
    }
    const outside = [least - 1, most + 1, "many", -1, 10 * most, ""];
    for (const size of outside.slice(0, world.run.byDepth(world.run.depth === "quick" ? 2 : 3, 6, 6))) {
      const { exchange, items } = await requestPage(world, { limit: size });
      const { status } = exchange.response;
      // A short page may be all that there is.
      if (status !== 200 || items.length >= most)
        world.check("RES-18", status < 500, {
          exchange,
          found: `the status ${status}`,
          expected: `at most ${most} items, or a refusal`,
          pointer: "/data",
        });
      world.observe(`RES-12: status of limit=${String(size)}`, status);
    }
  }),

  proof(
    "RES-2 RES-3 RES-6 RES-7 RES-8",
    "walking a collection gives each resource once, in order, with any limit",
    [...v3Access, "control.seed"],
    (world) =>
      explore(world, {
        cases: walk(),
        first: borders(),
        runs: world.run.byDepth(2, 5, 100),
        describe: describeWalk,
        check: judgeWalk,
      }),
  ),

  proof(
    "RES-6 RES-7",
    "whole titles are compared, and resources of one title come by id, on all pages",
    [...v3Access, "control.seed"],
    async (world) => {
      const items = await world.control.seed(world.fixture("location_id"), "resources", tellingOrder());
      for (const size of [5, items.length, 1, 4].slice(0, world.run.byDepth(1, 2, 4)))
        checkWalk(world, await walkPages(world, size, items.length), items);
      await observeCollation(world);
    },
  ),

  proof(
    "RES-4 RES-8",
    "a walk without limit has pages of the default",
    [...v3Access, "control.seed"],
    async (world) => {
      const titles = Array.from({ length: 3 * usual + 7 }, (_, index) => ({ title: `Room ${1000 + index}` }));
      const items = await world.control.seed(world.fixture("location_id"), "resources", titles);
      checkWalk(world, await walkPages(world, undefined, items.length), items);
      // A limit is no filter, so a cursor may go on with another.
      const { cursor } = await requestPage(world, { limit: 2 });
      if (typeof cursor !== "string") return;
      const next = await requestPage(world, { limit: 3, cursor });
      const [found, expected] = [next.items, items.slice(2, 5)].map((some) =>
        enumerate(some.map(({ title }) => title)),
      );
      world.check("RES-8", found === expected, {
        exchange: next.exchange,
        found: String(found),
        expected: String(expected),
        pointer: "/data",
      });
    },
  ),

  proof(
    "RES-2 RES-3 RES-6 RES-7 RES-8 CUR-1",
    "walking what is there gives each resource once, in order, with any limit",
    [...v3Access, "no control.seed"],
    (world) => confirmed(world, judgeWhatIsThere),
  ),

  proof(
    "RES-8",
    "two credentials that may see a Location see the same there",
    [...v3Access, "credentials.v3_other_token", "no control.seed"],
    (world) => confirmed(world, judgeTwoCredentials),
  ),

  proof(
    "RES-8",
    "the list is the Location's own",
    [...v3Access, "control.seed", "fixtures.second_location_id"],
    async (world) => {
      const titles = [
        ["location_id", ["Mine", "Mine too"]],
        ["second_location_id", ["Another"]],
      ] as const;
      for (const [name, own] of titles)
        await world.control.seed(
          world.fixture(name),
          "resources",
          own.map((title) => ({ title })),
        );
      for (const [name, own] of titles) {
        const { items, exchange } = await world.settled(
          "listResources",
          () => requestPage(world, {}, { location: world.fixture(name) }),
          (page) => page.items.length === own.length,
        );
        // Whether a credential sees the second Location is open.
        if (name === "location_id") world.requireStatus(exchange, 200);
        else if (exchange.response.status !== 200) return;
        const [found, expected] = [items.map(({ title }) => title), own].map(enumerate);
        world.check("RES-8", found === expected, {
          exchange,
          found: String(found),
          expected: String(expected),
          pointer: "/data",
        });
      }
    },
  ),

  proof(
    "RES-9",
    "a Location out of reach is not found, with a cursor neither",
    [...v3Access, "fixtures.inaccessible_location_id", "fixtures.unknown_location_id"],
    async (world) => {
      await seedResources(world, 9);
      const { exchange: own, cursor } = await recallPage(world, { limit: 1 });
      world.requireStatus(own, 200);
      const cursors = typeof cursor === "string" ? await requireCursors(world, 1, 3) : [];
      for (const name of ["inaccessible_location_id", "unknown_location_id"] as const) {
        const owner = { location: world.fixture(name) };
        // What does not exist is served less easily than what does; where requests are few, once is enough.
        const isBrief = name === "unknown_location_id" && !world.can("seed");
        for (const query of isBrief ? [{}] : [{}, { limit: 5 }])
          world.checkStatus("RES-9", (await requestPage(world, query, owner)).exchange, 404);
        // Whether the Location or the cursor is refused first is open; that nothing is served is not.
        for (const known of isBrief
          ? cursors.slice(0, 1)
          : [...cursors.slice(0, 1), ...cursors.slice(-1), "not-a-cursor"]) {
          const { exchange } = await requestPage(world, { limit: 1, cursor: known }, owner);
          world.checkStatus("RES-9", exchange, 404, 422);
        }
      }
    },
  ),
];
