import { loadOperations } from "../../specs/operations.ts";
import { Refusal } from "../api/server/replies.ts";
import { type Collection, complete, type Item } from "../world/data/collections.ts";
import { connectedLocation } from "../world/data/locations.ts";
import { createRandom } from "../world/random.ts";
import type { World } from "../world/world.ts";

/** Replaces a Location's collection; what items leave out is filled in. */
export async function seedCollection(
  world: World,
  kind: Collection,
  locationId: number,
  given: Item[],
): Promise<Item[]> {
  holdPlain(given);
  const random = createRandom(world.state.seed, `seeded ${kind} ${locationId}`);
  const taken = new Set(given.map((item) => item.id));
  let index = -1;
  const items = given.map((item) => {
    let made: Item;
    do made = complete[kind](item, random, ++index, world.state.today);
    while (item.id === undefined && taken.has(made.id));
    return made;
  });
  await hold(kind, items);
  world.replace(kind, locationId, items);
  return items;
}

/** Replaces the set of other Locations that have an application installed. */
export async function seedConnected(world: World, applicationId: number, given: Item[]): Promise<Item[]> {
  holdPlain(given);
  const taken = new Set(given.map((item) => item.id));
  let last = 100_000;
  const fresh = () => {
    do last++;
    while (taken.has(last));
    return last;
  };
  const items = given.map((item) =>
    connectedLocation(world.state.seed, typeof item.id === "number" ? item.id : fresh(), item),
  );
  await hold("connected_locations", items);
  if (items.some((item) => item.id === world.people.fixtures.location_id)) {
    throw new Refusal(422, "items: fixtures.location_id is connected by grant_access, not by a seed");
  }
  world.connect(applicationId, items);
  return items;
}

/** Whether a text begins with a day of the calendar. */
function beginsWithDay(text: string): boolean {
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
}

/** The fields that are made into text when items are filled in, sorted or searched; no object is sure to have one. */
const plain = ["id", "title", "date", "gender_id", "importance_id", "service_id", "staff_id"];

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function holdPlain(items: Item[]): void {
  const isOdd = (item: Item) => plain.some((name) => isObject(item[name])) || [item.resource_ids].flat().some(isObject);
  if (items.some(isOdd)) throw new Refusal(422, `items: ${plain.join(", ")} and each of resource_ids are plain values`);
}

/** The reads whose schema a seeded collection has to fit. */
const shownBy: Record<string, { operation: string; meta: unknown }> = {
  calls: { operation: "listCalls", meta: [] },
  clients: { operation: "listClients", meta: { page: 1, total_count: 0 } },
  connected_locations: { operation: "listConnectedLocations", meta: [] },
};

/** Refuses items that could never be shown: twice the same id, or values that the specification does not allow. */
async function hold(kind: string, items: Item[]): Promise<void> {
  if (new Set(items.map((item) => item.id)).size !== items.length)
    throw new Refusal(422, "items: two have the same id");
  if (
    kind === "resources" &&
    items.some((item) => typeof item.title !== "string" || !["string", "number"].includes(typeof item.id))
  ) {
    throw new Refusal(422, "items: a resource's title is a string, and its id a number or a string");
  }
  if (
    kind === "activities" &&
    items.some((item) => !beginsWithDay(String(item.date)) || !Array.isArray(item.resource_ids))
  ) {
    throw new Refusal(422, "items: an activity's date begins with YYYY-MM-DD, and its resource_ids are a list");
  }
  const shown = shownBy[kind];
  const operation = loadOperations().find((one) => one.id === shown?.operation);
  if (!shown || !operation) return;
  // Compiling schemas takes a tenth of a second that only those who seed should pay.
  const { validate } = await import("../../specs/validate.ts");
  // A Location is held against what forBooking=1 shows of it, which is the most there is.
  const data = items.map((item) => ({ next_slot: "2026-03-02T09:00:00Z", ...item }));
  const [error] = validate(
    operation,
    { direction: "response", part: "body", status: 200, query: { forBooking: "1" } },
    { success: true, data, meta: shown.meta },
  );
  if (error)
    throw new Refusal(
      422,
      `items: found ${error.found}, expected ${error.expected} at ${error.pointer.replace("/data", "")}`,
    );
}
