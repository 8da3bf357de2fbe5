import { hours, minutes, seconds } from "../../../base/durations.ts";
import { malformedCursor } from "../../../generators/cursors.ts";
import type { Exchange } from "../../../harness/exchange.ts";
import { specificationFile } from "../../../specs/files.ts";
import { cursorLifetime, edge } from "../../model/time-limits.ts";
import { jsonOf } from "../run/answers.ts";
import { explore } from "../run/explore.ts";
import { v3Access } from "../run/needs.ts";
import { type Proof, patienceFor, proof, waitingProof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import {
  type PageOwner,
  requestPage,
  requireCursor,
  requireCursors,
  seedResources,
  type V3Page,
} from "./resource-pages.ts";

/** The codes with which a cursor is refused. */
const { code: generalCode, field_codes: codes } = specificationFile<{
  "422": { code: string; field_codes: Record<"expired" | "malformed" | "foreign", string> };
}>("errors.yaml")["422"];

/** A page so small that a Location with two resources has another one. */
const size = 1;

/** Enough resources for several pages. */
const count = 9;

/** How many pages are read: what holds of the first cursor holds of a later one; fewer where requests are few. */
const depthIn = (world: World): number => (world.can("seed") ? 3 : 2);

/** The text of an answer; JSON may escape any letter. */
const textIn = (exchange: Exchange): string => JSON.stringify(jsonOf(exchange)) ?? exchange.response.body;

/** Judges whether a cursor is refused, with the code that says why; the body's shape is not shown, so a code may be anywhere in it. */
function checkRefused(world: World, requirement: string, { exchange }: V3Page, ...promised: string[]): void {
  const { status } = exchange.response;
  const body = textIn(exchange);
  world.checkStatus("CUR-2", exchange, 422);
  if (status === 422)
    world.check("CUR-2", body.includes(generalCode), {
      exchange,
      found: `a body without ${generalCode}`,
      expected: generalCode,
    });
  const found = Object.values(codes).filter((candidate) => body.includes(candidate));
  world.check(requirement, status === 422 && found.length === 1 && promised.includes(found.join()), {
    exchange,
    found: `${status} with ${found.join(" and ") || "no code"}`,
    expected: `422 with ${promised.join(" or ")}`,
  });
}

/** Observes which of two faults is told first: by the code that stands in the answer, or by its status. */
function observeRefusal(world: World, fault: string, { exchange }: V3Page): void {
  const { status } = exchange.response;
  const body = textIn(exchange);
  const code = Object.values(codes).find((candidate) => body.includes(candidate));
  world.observe(`CUR-7: refusal of ${fault}`, code ?? status);
}

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

/** Ends the proof as untestable unless a cursor is served where it belongs: only then is it certain what a refusal was for. */
async function requireServed(world: World, cursor: string): Promise<void> {
  world.requireStatus((await requestNext(world, cursor)).exchange, 200);
}

/** Proofs of how long a cursor lives, and of the three ways in which it is refused. */
export const cursorProofs: Proof[] = [
  proof("CUR-4 CUR-2", "a malformed cursor is refused as invalid", v3Access, async (world) => {
    await seedResources(world, count);
    const cursor = (await requireCursors(world, size, depthIn(world))).at(-1) as string;
    await requireServed(world, cursor);
    await explore(world, {
      cases: malformedCursor(cursor),
      first: [
        { value: "not-a-cursor", defect: "words" },
        ...(world.can("seed")
          ? [
              { value: "x".repeat(500), defect: "long" },
              { value: `${cursor}.x1y2z3`, defect: "a cursor with more at its end" },
            ]
          : []),
      ],
      runs: world.run.byDepth(3, 14, 200),
      describe: ({ value, defect }) => `${defect}: ${value.slice(0, 60)}`,
      check: async (exploring, { value }) =>
        checkRefused(exploring, "CUR-4", await requestNext(exploring, value), codes.malformed),
    });
    // How long an address may be is not told, so only a server error, which the rules find, is a violation.
    if (world.can("seed")) await requestNext(world, "A".repeat(3000));
    const empty = await requestNext(world, "");
    world.observe("RES-12: status of an empty cursor", empty.exchange.response.status);
  }),

  proof(
    "CUR-5 CUR-2",
    "a cursor of another credential is foreign",
    [...v3Access, "credentials.v3_other_token"],
    async (world) => {
      const other: PageOwner = { role: "v3_other_token" };
      await seedResources(world, count);
      const cursors = await requireCursors(world, size, depthIn(world));
      const otherCursors = await requireCursors(world, size, depthIn(world), other);
      for (const cursor of cursors)
        checkRefused(world, "CUR-5", await requestNext(world, cursor, other), codes.foreign);
      for (const cursor of otherCursors) checkRefused(world, "CUR-5", await requestNext(world, cursor), codes.foreign);
      // Only what is served where it belongs was refused for being foreign.
      const { exchange } = await requestNext(world, cursors.at(-1) as string);
      // That it is served now says nothing of its last second.
      if (exchange.response.status !== 200) world.checkStatus("CUR-1", exchange, 200);
    },
  ),

  proof(
    "CUR-6 CUR-2",
    "a cursor of another Location is refused",
    [...v3Access, "fixtures.second_location_id"],
    async (world) => {
      const second: PageOwner = { location: world.fixture("second_location_id") };
      await seedResources(world, count);
      await seedResources(world, count, second.location);
      const cursor = await requireCursor(world, size);
      world.requireStatus((await requestPage(world, { limit: size }, second)).exchange, 200);
      // Within one tenant a cursor of another Location may count as foreign, or as none at all.
      checkRefused(world, "CUR-6", await requestNext(world, cursor, second), codes.foreign, codes.malformed);
      await requireServed(world, cursor);
    },
  ),

  proof(
    "CUR-1 CUR-3 CUR-2",
    "a cursor lives to the last second of its life, and no longer",
    [...v3Access, "control.clock"],
    async (world) => {
      await seedResources(world, count);
      const earliest = world.now();
      const cursor = await requireCursor(world, size);
      // The request may have waited for the rate limit, so when exactly it was answered is known to within that wait.
      const latest = world.now();
      await world.advanceTo(earliest + cursorLifetime - edge);
      const served = await requestNext(world, cursor);
      // This page comes with a cursor of its own, which begins to live only now.
      world.checkStatus("CUR-1", served.exchange, 200);
      await world.advanceTo(latest + cursorLifetime + edge + seconds(1));
      checkRefused(world, "CUR-3", await requestNext(world, cursor), codes.expired);
      await world.advanceTo(latest + hours(1) + minutes(5));
      // By then it may be forgotten.
      checkRefused(world, "CUR-3", await requestNext(world, cursor), codes.expired, codes.malformed);
      const later = await requireCursors(world, size, depthIn(world));
      const elsewhere = await cursorsElsewhere(world);
      await world.advanceTo(world.now() + cursorLifetime + edge);
      for (const late of later) checkRefused(world, "CUR-3", await requestNext(world, late), codes.expired);
      for (const [late, owner] of elsewhere)
        checkRefused(world, "CUR-3", await requestNext(world, late, owner), codes.expired);
      if (typeof served.cursor === "string")
        checkRefused(world, "CUR-3", await requestNext(world, served.cursor), codes.expired);
      if (world.target.credentials.v3_other_token)
        observeRefusal(
          world,
          "an expired cursor of another credential",
          await requestNext(world, cursor, { role: "v3_other_token" }),
        );
      const location = world.target.fixtures.inaccessible_location_id;
      if (location !== undefined)
        observeRefusal(
          world,
          "an expired cursor at a Location out of reach",
          await requestNext(world, cursor, { location }),
        );
    },
  ),

  proof(
    "CUR-1",
    "a cursor is served as often as it is asked for, and lives from when it was given",
    [...v3Access, "control.clock"],
    async (world) => {
      await seedResources(world, count);
      const first = await requireCursor(world, size);
      world.checkStatus("CUR-1", (await requestNext(world, first)).exchange, 200);
      await world.advanceTo(world.now() + cursorLifetime - minutes(1));
      const given = world.now();
      const { exchange, cursor } = await requestNext(world, first);
      if (!world.checkStatus("CUR-1", exchange, 200) || typeof cursor !== "string") return;
      await world.advanceTo(given + cursorLifetime - edge);
      world.checkStatus("CUR-1", (await requestNext(world, cursor)).exchange, 200);
    },
  ),
];

/** What has to age is made first, so that other proofs can go on meanwhile. */
export const agingCursorProofs: Proof[] = [
  waitingProof(
    "CUR-1 CUR-3 CUR-2",
    "cursors of this run are served to the last second of their life, and no longer",
    [...v3Access, "no control.clock", patienceFor(cursorLifetime + seconds(5))],
    async (world) => {
      const earliest = world.now();
      const cursors = await requireCursors(world, size, depthIn(world), {}, requestPage);
      const latest = world.now();
      return [
        {
          at: earliest + cursorLifetime - edge - seconds(2),
          requests: 1,
          act: async (later) => {
            const served = await requestNext(later, cursors[0] as string);
            // A slow answer may have come after the end.
            if (later.now() < earliest + cursorLifetime - edge) later.checkStatus("CUR-1", served.exchange, 200);
          },
        },
        {
          at: latest + cursorLifetime + edge + seconds(1),
          requests: cursors.length,
          act: async (later) => {
            for (const cursor of cursors) checkRefused(later, "CUR-3", await requestNext(later, cursor), codes.expired);
          },
        },
      ];
    },
  ),
];

/** A cursor younger than this shows nothing that other proofs do not show. */
const youngest = seconds(5);

/** A proof for the end of a run that takes real time and waits for nothing: it shows cursors that die much too early, and not how long others live. */
export const lastingCursorProofs: Proof[] = [
  proof(
    "CUR-1",
    "a cursor from the beginning of the run is served at its end",
    [...v3Access, "no control.clock", "no control.seed"],
    async (world) => {
      const { cursor, at } = world.run.firstCursor ?? { cursor: "", at: 0 };
      const age = world.now() - at;
      if (cursor === "" || age < youngest || age > cursorLifetime / 2) return;
      const { exchange: served } = await requestNext(world, cursor);
      if (served.response.status === 422) world.checkStatus("CUR-1", served, 200);
    },
  ),
];
