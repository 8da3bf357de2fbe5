import { malformedCursor } from "../../../generators/cursors.ts";
import { limit } from "../../../specs/limits.ts";
import { explore } from "../run/explore.ts";
import { type Proof, proof } from "../run/proof.ts";
import type { World } from "../run/world.ts";
import { ask, begin, firstCursor, type Page } from "./resource-pages.ts";

const reach = ["urls.v3_base_url", "credentials.v3_token", "fixtures.location_id"];
const lifetime = limit("cursor_lifetime") * 1000;
const edge = limit("edge") * 1000;
const codes = ["expired_cursor", "invalid_cursor", "foreign_cursor"];

/** A page so small that a Location with two resources has another one. */
const size = 1;

/** The code stands somewhere in a body whose shape is not shown. */
function refused(world: World, requirement: string, { exchange }: Page, code: string): void {
  const { body, status } = exchange.response;
  world.answers("CUR-2", exchange, 422);
  if (status === 422)
    world.holds(
      "CUR-2",
      exchange,
      body.includes("validation_failed"),
      "a body without validation_failed",
      "validation_failed",
    );
  const told = codes.filter((one) => body.includes(one)).join(" and ");
  const isSo = status === 422 && told === code;
  world.holds(requirement, exchange, isSo, `${status} with ${told || "no code"}`, `422 with ${code}`);
}

/** The same cursor is served where it belongs: only then is it certain what the refusal was for. */
async function isServed(world: World, cursor: string): Promise<void> {
  world.needs((await ask(world, { limit: size, cursor })).exchange, 200);
}

/** Proofs of how long a cursor lives, and of the three ways in which it is refused. */
export const cursorProofs: Proof[] = [
  proof("CUR-4 CUR-2", "a malformed cursor is refused as invalid", reach, async (world) => {
    await begin(world, 9);
    const cursor = await firstCursor(world, size);
    await isServed(world, cursor);
    await explore(world, {
      cases: malformedCursor(cursor),
      first: [{ value: "not-a-cursor", defect: "words" }],
      runs: world.run.far(3, 14, 200),
      spell: ({ value, defect }) => `${defect}: ${value.slice(0, 60)}`,
      check: async (scene, { value }) =>
        refused(scene, "CUR-4", await ask(scene, { limit: size, cursor: value }), "invalid_cursor"),
    });
    const empty = await ask(world, { limit: size, cursor: "" });
    world.observe("status of an empty cursor", empty.exchange.response.status);
  }),

  proof(
    "CUR-5 CUR-2",
    "a cursor of another credential is foreign",
    [...reach, "credentials.v3_other_token"],
    async (world) => {
      await begin(world, 9);
      const cursor = await firstCursor(world, size);
      world.needs((await ask(world, { limit: size }, "v3_other_token")).exchange, 200);
      refused(world, "CUR-5", await ask(world, { limit: size, cursor }, "v3_other_token"), "foreign_cursor");
      await isServed(world, cursor);
      const theirs = await firstCursor(world, size, "v3_other_token");
      refused(world, "CUR-5", await ask(world, { limit: size, cursor: theirs }), "foreign_cursor");
    },
  ),

  proof(
    "CUR-6 CUR-2",
    "a cursor of another Location is foreign",
    [...reach, "fixtures.second_location_id"],
    async (world) => {
      const second = world.fixture("second_location_id");
      await begin(world, 9);
      await begin(world, 9, second);
      const cursor = await firstCursor(world, size);
      world.needs((await ask(world, { limit: size }, "v3", second)).exchange, 200);
      refused(world, "CUR-6", await ask(world, { limit: size, cursor }, "v3", second), "foreign_cursor");
      await isServed(world, cursor);
    },
  ),

  proof(
    "CUR-1 CUR-3 CUR-2",
    "a cursor lives to the last second of its life, and no longer",
    [...reach, "control.clock"],
    async (world) => {
      await begin(world, 9);
      const given = world.now();
      const cursor = await firstCursor(world, size);
      await world.advanceTo(given + lifetime - edge);
      const served = await ask(world, { limit: size, cursor });
      // A second page comes with a cursor of its own, which begins to live only now.
      world.answers("CUR-1", served.exchange, 200);
      await world.advanceTo(given + lifetime + edge + 1000);
      refused(world, "CUR-3", await ask(world, { limit: size, cursor }), "expired_cursor");
      const again = await firstCursor(world, size);
      await world.advanceTo(world.now() + lifetime + edge);
      refused(world, "CUR-3", await ask(world, { limit: size, cursor: again }), "expired_cursor");
      if (typeof served.cursor === "string")
        refused(world, "CUR-3", await ask(world, { limit: size, cursor: served.cursor }), "expired_cursor");
    },
  ),

  proof(
    "CUR-1",
    "a cursor is served as often as it is asked for, and lives from when it was given",
    [...reach, "control.clock"],
    async (world) => {
      await begin(world, 9);
      const first = await firstCursor(world, size);
      world.answers("CUR-1", (await ask(world, { limit: size, cursor: first })).exchange, 200);
      await world.advanceTo(world.now() + lifetime - 60_000);
      const given = world.now();
      const { exchange, cursor } = await ask(world, { limit: size, cursor: first });
      if (!world.answers("CUR-1", exchange, 200) || typeof cursor !== "string") return;
      await world.advanceTo(given + lifetime - edge);
      world.answers("CUR-1", (await ask(world, { limit: size, cursor })).exchange, 200);
    },
  ),
];
