import { Untestable } from "../../../base/errors.ts";
import { counted } from "../../../base/text/wording.ts";
import { borders, spreadOfSizes, unsortedOrder, type Walk, walk } from "../../../generators/resources.ts";
import { limit } from "../../../specs/limits.ts";
import { collationsOf } from "../../rules/order.ts";
import { v3Access } from "../../schedule/run/needs.ts";
import { type Proof, proof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { explore } from "../steps/explore.ts";
import { recallPage, requestPage, requireCursors, seedResources } from "./resource-pages.ts";
import { type Walked, walkPages } from "./walks.ts";

const [least, most, usual] = [limit("page_size.minimum"), limit("page_size.maximum"), limit("page_size.default")];

const seedTitles = (world: World, titles: readonly string[], location = world.fixture("location_id")) =>
  world.control.seed(
    location,
    "resources",
    titles.map((title) => ({ title })),
  );

/** Walks a seeded collection with two limits. */
async function walkTwice(world: World, { titles, limits }: Walk): Promise<void> {
  await seedTitles(world, titles);
  for (const size of limits) await walkPages(world, size, titles.length);
}

const describeWalk = ({ titles, limits }: Walk): string =>
  `${counted(titles.length, "resource")} ${JSON.stringify(titles.slice(0, 8))}, limits ${limits.join(" and ")}`;

/** In how many pages a collection is walked again, those first that show most for their requests. */
const pageCounts = [6, 5, 4, 7, 3, 8, 2];

/** The limits with which a collection is walked again. With one of them the last page is just full: a provider that takes a full page for one of many shows it there. */
function limitsFor(count: number): number[] {
  const pages = pageCounts.find((each) => count % each === 0 && count / each <= most);
  return pages ? [count / pages] : [Math.ceil(count / 6), ...(count <= most ? [count] : [])];
}

/** The number of resources that are walked at most, where the suite did not put them there. */
const maxWalked = 4 * most;

/** Reads a page that leaves one resource and, where no walk had a last page that was just full, such a page. Both go on from the last border of full pages. */
async function readEnds(world: World, { count, borders: ends }: Walked, hasFullEnd: boolean): Promise<void> {
  const { at, cursor } = ends.at(-1) ?? { at: 0 };
  const rest = count - at;
  for (const size of [rest - 1, ...(hasFullEnd ? [] : [rest])].filter((each) => each >= least))
    await requestPage(world, { limit: size, ...(cursor === undefined ? {} : { cursor }) });
}

/** Walks what is there with several limits. */
async function walkWhatIsThere(world: World): Promise<void> {
  const whole = await walkPages(world, most, maxWalked);
  if (whole.count >= maxWalked) throw new Untestable("the Location has too many resources");
  world.requireStatus(whole.last, 200);
  // A list that goes on without items has been judged by that.
  if (!whole.isComplete) return;
  if (whole.count < 2) throw new Untestable("the Location has no two resources");
  const limits = limitsFor(whole.count);
  for (const size of limits) await walkPages(world, size, whole.count);
  await readEnds(
    world,
    whole,
    limits.some((size) => whole.count % size === 0),
  );
  // A page of one shows whether the border between two pages is kept; its cursor is used twice.
  const { cursor } = await requestPage(world, { limit: least });
  if (typeof cursor !== "string") return;
  for (let turn = 0; turn < 2; turn++) await requestPage(world, { limit: least + 1, cursor });
}

/** Titles that common collations order differently. */
const disputed = ["_", "10", "9", "B", "a", "z", "Ä", "é"];

/** Observes which collations order titles as the list does. */
async function observeCollation(world: World): Promise<void> {
  const seeded = await seedTitles(world, disputed);
  const { items } = await requestPage(world);
  if (items.length === seeded.length)
    world.observe("RES-19: collations that order titles so", collationsOf(items.map(({ title }) => String(title))));
}

/** Drivers of the v3 list: its pages and its order. */
export const resourceDrivers: Proof[] = [
  proof(
    "the-bounds-and-the-default-of-limit-are-kept",
    ["RES-3", "RES-4", "RES-5", "RES-18"],
    "the bounds and the default of limit are kept",
    v3Access,
    async (world) => {
      await seedResources(world, most + 30);
      const { exchange, cursor } = await recallPage(world);
      world.requireStatus(exchange, 200);
      if (!world.can("seed") && typeof cursor === "string") await requestPage(world, { cursor });
      const edges = [most, least, usual, least + 1, usual - 1, usual + 1, most - 1];
      const spread = spreadOfSizes(world.budget.byDepth(most, 5, 1), world.context.seed);
      const allowed = [...edges, ...spread.filter((size) => !edges.includes(size))];
      for (const size of allowed.slice(0, world.budget.byDepth(2, most, most)))
        await recallPage(world, { limit: size });
      const outside = [least - 1, most + 1, "many", -1, 10 * most, ""];
      for (const size of outside.slice(0, world.budget.byDepth(world.context.depth === "quick" ? 2 : 3, 6, 6))) {
        const { exchange: page } = await requestPage(world, { limit: size });
        world.observe(`RES-12: status of limit=${String(size)}`, page.response.status);
      }
    },
  ),

  proof(
    "walking-a-collection-gives-each-resource-once-in-order-with-any-limit",
    ["RES-2", "RES-3", "RES-6", "RES-7", "RES-8"],
    "walking a collection gives each resource once, in order, with any limit",
    [...v3Access, "control.seed"],
    (world) =>
      explore(world, {
        cases: walk(),
        first: borders(),
        runs: world.budget.byDepth(2, 5, 100),
        describe: describeWalk,
        check: walkTwice,
      }),
  ),

  proof(
    "whole-titles-are-compared-and-resources-of-one-title-come-by-id-on-all-pages",
    ["RES-6", "RES-7"],
    "whole titles are compared, and resources of one title come by id, on all pages",
    [...v3Access, "control.seed"],
    async (world) => {
      const items = await world.control.seed(world.fixture("location_id"), "resources", unsortedOrder());
      for (const size of [5, items.length, 1, 4].slice(0, world.budget.byDepth(1, 2, 4)))
        await walkPages(world, size, items.length);
      await observeCollation(world);
    },
  ),

  proof(
    "a-walk-without-limit-has-pages-of-the-default",
    ["RES-4", "RES-8"],
    "a walk without limit has pages of the default",
    [...v3Access, "control.seed"],
    async (world) => {
      const titles = Array.from({ length: 3 * usual + 7 }, (_, index) => `Room ${1000 + index}`);
      await seedTitles(world, titles);
      await walkPages(world, undefined, titles.length);
      // A limit is no filter, so a cursor may go on with another.
      const { cursor } = await requestPage(world, { limit: 2 });
      if (typeof cursor === "string") await requestPage(world, { limit: 3, cursor });
    },
  ),

  proof(
    "walking-what-is-there-gives-each-resource-once-in-order-with-any-limit",
    ["RES-2", "RES-3", "RES-6", "RES-7", "RES-8", "CUR-1"],
    "walking what is there gives each resource once, in order, with any limit",
    [...v3Access, "no control.seed"],
    walkWhatIsThere,
  ),

  proof(
    "two-credentials-that-may-see-a-location-see-the-same-there",
    ["RES-8"],
    "two credentials that may see a Location see the same there",
    [...v3Access, "credentials.v3_other_token", "no control.seed"],
    async (world) => {
      await requestPage(world, { limit: most });
      await requestPage(world, { limit: most }, { role: "v3_other_token" });
    },
  ),

  proof(
    "the-list-is-the-location-s-own",
    ["RES-8"],
    "the list is the Location's own",
    [...v3Access, "control.seed", "fixtures.second_location_id"],
    async (world) => {
      const second = world.fixture("second_location_id");
      await seedTitles(world, ["Mine", "Mine too"]);
      await seedTitles(world, ["Another"], second);
      await requestPage(world);
      // Whether a credential sees the second Location is open.
      await requestPage(world, {}, { location: second });
    },
  ),

  proof(
    "a-location-out-of-reach-is-not-found-with-a-cursor-neither",
    ["RES-9"],
    "a Location out of reach is not found, with a cursor neither",
    [...v3Access, "fixtures.inaccessible_location_id", "fixtures.unknown_location_id"],
    async (world) => {
      await seedResources(world, 9);
      const { exchange: own, cursor } = await recallPage(world, { limit: 1 });
      world.requireStatus(own, 200);
      const cursors = typeof cursor === "string" ? await requireCursors(world, 1, 3) : [];
      for (const name of ["inaccessible_location_id", "unknown_location_id"] as const) {
        const owner = { location: world.fixture(name) };
        // An unknown resource is served less easily than a known one; where requests are few, once is enough.
        const isBrief = name === "unknown_location_id" && !world.can("seed");
        const known = isBrief ? cursors.slice(0, 1) : [...cursors.slice(0, 1), ...cursors.slice(-1), "not-a-cursor"];
        const queries = [{}, ...(isBrief ? [] : [{ limit: 5 }]), ...known.map((each) => ({ limit: 1, cursor: each }))];
        for (const query of queries) await requestPage(world, query, owner);
      }
    },
  ),
];
