import { hours, minutes, seconds } from "../../../base/durations.ts";
import { malformedCursor } from "../../../generators/cursors.ts";
import { swapped } from "../../../harness/redaction/spellings.ts";
import { limit } from "../../../specs/limits.ts";
import { cursorCodes } from "../../model/operations/list-resources.ts";
import { cursorLifetime, edge } from "../../model/time-limits.ts";
import { v3Access } from "../../schedule/run/needs.ts";
import { type Proof, patienceFor, proof, unlessQuick, waitingProof } from "../../schedule/run/proof.ts";
import type { World } from "../../schedule/run/world.ts";
import { explore } from "../steps/explore.ts";
import {
  type PageOwner,
  requestPage,
  requireCursor,
  requireCursors,
  seedResources,
  type V3Page,
} from "./resource-pages.ts";

/** A page so small that a Location with two resources has another one. */
const size = 1;

/** Larger pages, whose cursors live as long: without a size, and of the largest. */
const largerPages: readonly { limit?: number }[] = [{}, { limit: limit("page_size.maximum") }];

/** Enough resources for several pages. */
const count = 9;

/** The number of pages that are read: what holds of the first cursor holds of a later one; fewer where requests are few. */
const depthIn = (world: World): number => (world.can("seed") ? 3 : 2);

/** Observes which of two faults is named first: by the code that stands in the answer, or by its status. */
function observeRefusal(world: World, fault: string, { exchange }: V3Page): void {
  const { status, body } = exchange.response;
  const code = cursorCodes.find((candidate) => body.includes(candidate));
  world.observe(`CUR-7: refusal of ${fault}`, code ?? status);
}

/** A cursor in the other letter case; none where only one case occurs, as in hexadecimal digits, since either may be meant then. */
const inOtherCase = (cursor: string) =>
  /[a-z]/.test(cursor) && /[A-Z]/.test(cursor) ? [{ value: swapped(cursor), defect: "in the other letter case" }] : [];

const requestNext = (world: World, cursor: string, owner: PageOwner = {}): Promise<V3Page> =>
  requestPage(world, { limit: size, cursor }, owner);

/** Cursors of a second Location and of another credential, with whose they are; a Location that cannot be seeded may have none. */
async function cursorsElsewhere(world: World): Promise<[cursor: string, owner: PageOwner][]> {
  if (!world.can("seed")) return [];
  const { second_location_id: location } = world.target.fixtures;
  if (location !== undefined) await seedResources(world, count, location);
  const owners: PageOwner[] = [
    ...(location === undefined ? [] : [{ location }]),
    ...(world.target.credentials.v3_other_token ? [{ role: "v3_other_token" } as const] : []),
  ];
  const cursors: [string, PageOwner][] = [];
  for (const owner of owners) cursors.push([(await requireCursors(world, size, 1, owner))[0] as string, owner]);
  return cursors;
}

/** Drivers of how long a cursor lives, and of the three ways in which it is refused. */
export const cursorDrivers: Proof[] = [
  proof(
    "a-malformed-cursor-is-refused-as-invalid",
    ["CUR-4", "CUR-2"],
    "a malformed cursor is refused as invalid",
    v3Access,
    async (world) => {
      await seedResources(world, count);
      const cursor = (await requireCursors(world, size, depthIn(world))).at(-1) as string;
      // Only where a cursor is served is it certain what another was refused for.
      world.requireStatus((await requestNext(world, cursor)).exchange, 200);
      await explore(world, {
        cases: malformedCursor(cursor),
        first: [
          { value: "not-a-cursor", defect: "words" },
          ...(world.can("seed")
            ? [
                { value: "x".repeat(500), defect: "long" },
                { value: `${cursor}.x1y2z3`, defect: "a cursor with more at its end" },
                ...inOtherCase(cursor),
              ]
            : []),
        ],
        runs: world.budget.byDepth(3, 14, 200),
        describe: ({ value, defect }) => `${defect}: ${value.slice(0, 60)}`,
        check: async (exploring, { value }) => {
          await requestNext(exploring, value);
        },
      });
      // How long an address may be is not shown, so only a server error, which the rules find, is a violation.
      if (world.can("seed")) await requestNext(world, "A".repeat(3000));
      const empty = await requestNext(world, "");
      world.observe("RES-12: status of an empty cursor", empty.exchange.response.status);
    },
  ),

  proof(
    "a-cursor-of-another-credential-is-foreign",
    ["CUR-5", "CUR-2"],
    "a cursor of another credential is foreign",
    [...v3Access, "credentials.v3_other_token"],
    async (world) => {
      const other: PageOwner = { role: "v3_other_token" };
      await seedResources(world, count);
      const cursors = await requireCursors(world, size, depthIn(world));
      const otherCursors = await requireCursors(world, size, depthIn(world), other);
      for (const cursor of cursors) await requestNext(world, cursor, other);
      for (const cursor of otherCursors) await requestNext(world, cursor);
      // At a second Location too, where it can be seeded.
      for (const [cursor, { location }] of await cursorsElsewhere(world)) {
        if (location === undefined) continue;
        const foreign = { ...other, location };
        await requestPage(world, { limit: size }, foreign);
        await requestNext(world, cursor, foreign);
      }
      // A cursor that is refused to another is served where it belongs.
      await requestNext(world, cursors.at(-1) as string);
    },
  ),

  proof(
    "a-cursor-of-another-location-is-refused",
    ["CUR-6", "CUR-2"],
    "a cursor of another Location is refused",
    [...v3Access, "fixtures.second_location_id"],
    async (world) => {
      const second: PageOwner = { location: world.fixture("second_location_id") };
      await seedResources(world, count);
      await seedResources(world, count, second.location);
      const cursor = await requireCursor(world, size);
      world.requireStatus((await requestPage(world, { limit: size }, second)).exchange, 200);
      await requestNext(world, cursor, second);
      await requestNext(world, cursor);
    },
  ),

  proof(
    "a-cursor-lives-to-the-last-second-of-its-life-and-no-longer",
    ["CUR-1", "CUR-3", "CUR-2"],
    "a cursor lives to the last second of its life, and no longer",
    [...v3Access, "control.clock"],
    async (world) => {
      await seedResources(world, limit("page_size.maximum") + 1);
      const earliest = world.now();
      const cursor = await requireCursor(world, size);
      const larger: { limit?: number; cursor: string }[] = [];
      for (const asked of largerPages) {
        const { cursor: next } = await requestPage(world, asked);
        if (typeof next === "string") larger.push({ ...asked, cursor: next });
      }
      // The request may have waited for the rate limit, and a clock may run: when exactly it was answered is known to within that.
      const latest = world.now();
      const slack = latest > earliest ? seconds(2) : 0;
      await world.advanceTo(earliest + cursorLifetime - edge - slack);
      // This page comes with a cursor of its own, which begins to live only now.
      const served = await requestNext(world, cursor);
      for (const query of larger) await requestPage(world, query);
      await world.advanceTo(latest + cursorLifetime + edge + seconds(1));
      await requestNext(world, cursor);
      for (const query of larger) await requestPage(world, query);
      await world.advanceTo(latest + hours(1) + minutes(5));
      await requestNext(world, cursor);
      const later = await requireCursors(world, size, depthIn(world));
      const elsewhere = await cursorsElsewhere(world);
      await world.advanceTo(world.now() + cursorLifetime + edge);
      for (const late of later) await requestNext(world, late);
      for (const [late, owner] of elsewhere) await requestNext(world, late, owner);
      if (typeof served.cursor === "string") await requestNext(world, served.cursor);
      const other: PageOwner = { role: "v3_other_token" };
      if (world.target.credentials.v3_other_token)
        observeRefusal(world, "an expired cursor of another credential", await requestNext(world, cursor, other));
      const { inaccessible_location_id: location } = world.target.fixtures;
      const away = "an expired cursor at a Location out of reach";
      if (location !== undefined) observeRefusal(world, away, await requestNext(world, cursor, { location }));
    },
  ),

  proof(
    "a-cursor-is-served-as-often-as-it-is-asked-for-and-lives-from-when-it-was-given",
    ["CUR-1"],
    "a cursor is served as often as it is asked for, and lives from when it was given",
    [...v3Access, "control.clock"],
    async (world) => {
      await seedResources(world, count);
      const first = await requireCursor(world, size);
      await requestNext(world, first);
      await world.advanceTo(world.now() + cursorLifetime - minutes(1));
      const given = world.now();
      const { cursor } = await requestNext(world, first);
      if (typeof cursor !== "string") return;
      await world.advanceTo(given + cursorLifetime - edge - seconds(2));
      await requestNext(world, cursor);
    },
  ),
];

/** The number of pages that a long walk has. */
const longWalk = 30;

/** Drivers of many cursors that live at once. */
export const manyCursorDrivers: Proof[] = unlessQuick(
  proof(
    "cursors-of-a-long-walk-and-of-others-beside-it-are-each-served",
    ["CUR-1"],
    "cursors of a long walk, and of others beside it, are each served",
    [...v3Access, "control.seed"],
    async (world) => {
      const pages = world.budget.byDepth(6, longWalk, 4 * longWalk);
      await seedResources(world, pages + 1);
      const first = await requireCursors(world, size, 2);
      const elsewhere = await cursorsElsewhere(world);
      const cursors = await requireCursors(world, size, pages, {}, requestPage);
      const oldest = [...first, ...cursors.slice(0, 2), cursors[Math.floor(pages / 2)] as string];
      for (let turn = 0; turn < 2; turn++) {
        for (const cursor of oldest) await requestNext(world, cursor);
        for (const [cursor, owner] of elsewhere) await requestNext(world, cursor, owner);
      }
    },
  ),
);

/** A cursor that has to age is made first, so that other drivers can go on meanwhile. */
export const agingCursorDrivers: Proof[] = [
  waitingProof(
    "cursors-of-this-run-are-served-to-the-last-second-of-their-life-and-no-longer",
    ["CUR-1", "CUR-3", "CUR-2"],
    "cursors of this run are served to the last second of their life, and no longer",
    [...v3Access, "no control.clock", patienceFor(cursorLifetime + seconds(5))],
    async (world) => {
      const earliest = world.now();
      const cursors = await requireCursors(world, size, depthIn(world), {}, requestPage);
      const latest = world.now();
      const request = async (later: World, some: readonly string[]) => {
        for (const cursor of some) await requestNext(later, cursor);
      };
      return [
        {
          at: earliest + cursorLifetime - edge - seconds(2),
          requests: 1,
          act: (later) => request(later, cursors.slice(0, 1)),
        },
        {
          at: latest + cursorLifetime + edge + seconds(1),
          requests: cursors.length,
          act: (later) => request(later, cursors),
        },
      ];
    },
  ),
];

/** A cursor younger than this shows nothing that other drivers do not show. */
const minAge = seconds(5);

/** A driver for the end of a run that takes real time and waits for nothing: it shows cursors that die much too early, and not how long others live. */
export const lastingCursorDrivers: Proof[] = [
  proof(
    "a-cursor-from-the-beginning-of-the-run-is-served-at-its-end",
    ["CUR-1"],
    "a cursor from the beginning of the run is served at its end",
    [...v3Access, "no control.clock", "no control.seed"],
    async (world) => {
      const { cursor, at } = world.facts.firstCursor ?? { cursor: "", at: 0 };
      const age = world.now() - at;
      if (cursor !== "" && age >= minAge && age <= cursorLifetime / 2) await requestNext(world, cursor);
    },
  ),
];
