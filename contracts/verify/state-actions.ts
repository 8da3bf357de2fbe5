import { Violation } from "../../base/errors.ts";
import { readForeignJson } from "../../base/foreign-json.ts";
import { isRecord } from "../../base/json.ts";
import type { ReplayWorld } from "./replay-world.ts";

/** Makes the link pending: the owner grants access. */
export async function grant(world: ReplayWorld): Promise<void> {
  const path = { company_id: world.fixture("location_id"), application_id: world.fixture("application_id") };
  world.user = "owner_user_token";
  await world.mustSucceed("grantAccess", { path }, 201);
}

/** Makes the link active, once: what a second grant on an active link does is open. */
export async function install(world: ReplayWorld): Promise<void> {
  if (!world.isInstalled) {
    await grant(world);
    const body = { salon_id: world.fixture("location_id"), application_id: world.fixture("application_id") };
    await world.mustSucceed("confirmInstallation", { body }, 201);
    world.isInstalled = true;
  }
  world.user = "system_user_token";
}

/** Replaces a collection of the Location; returns its items, complete. */
export async function seed(
  world: ReplayWorld,
  collection: string,
  items: object[],
): Promise<Record<string, unknown>[]> {
  world.needs("seed");
  return world.control.seed(world.fixture("location_id"), collection, items);
}

/** Items with titles that sort in the same order in every collation. */
export const titledItems = (count: number, word: string): { title: string }[] =>
  Array.from({ length: count }, (_, index) => ({ title: `${word} ${String(index + 1).padStart(4, "0")}` }));

/** Reads a cursor: that of the first page of one resource, of three. */
export async function readCursor(world: ReplayWorld): Promise<string> {
  await seed(world, "resources", titledItems(3, "Room"));
  const path = { location_id: world.fixture("location_id") };
  const { response } = await world.mustSucceed("listResources", { path, query: { limit: 1 } }, 200);
  const page = readForeignJson(response.body);
  const cursor = isRecord(page) ? page.next_cursor : undefined;
  if (typeof cursor !== "string")
    throw new Violation("the state cannot be set up: a page with 1 of 3 resources gives no cursor");
  return cursor;
}

/** The number of requests that are made at most to use up a limit; the specification does not show the number of the policy. */
const patience = 2000;

/** Makes v3 requests until the limit is used up. */
export async function exhaustLimit(world: ReplayWorld): Promise<void> {
  const path = { location_id: world.fixture("location_id") };
  for (let sent = 0; sent < patience; sent++) {
    const { response } = await world.call("listResources", { path, query: { limit: 1 } });
    if (response.status === 429) return;
    if (response.status !== 200)
      throw new Violation(`the state cannot be set up: GET resources answers ${response.status}, expected 200 or 429`);
  }
  throw new Violation(`the state cannot be set up: ${patience} v3 requests at once reach no limit`);
}
