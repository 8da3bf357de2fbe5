import { loadOperations } from "../../specs/operations.ts";
import { type Collection, type CollectionItem, complete } from "../world/data/collections.ts";
import { connectedLocation } from "../world/data/locations.ts";
import { createRandom } from "../world/data/random.ts";
import type { SandboxWorld } from "../world/world.ts";
import { wrong } from "./input.ts";

/** The ids of seeded Locations begin above every other Location's. */
const firstSeeded = 100_001;

/** Replaces a Location's collection; fields that items leave out are filled in. */
export async function seedCollection(
  world: SandboxWorld,
  kind: Collection,
  locationId: number,
  given: CollectionItem[],
): Promise<CollectionItem[]> {
  checkPlainFields(given);
  const random = createRandom(world.state.seed, `seeded ${kind} ${locationId}`);
  const taken = new Set(given.map((item) => item.id));
  let index = -1;
  const items = given.map((item) => {
    let made: CollectionItem;
    do made = complete[kind](item, random, ++index, world.state.today);
    while (item.id === undefined && taken.has(made.id));
    return made;
  });
  await check(kind, items);
  world.replace(kind, locationId, items);
  return items;
}

/** Replaces the set of other Locations that have an application installed. */
export async function seedConnected(
  world: SandboxWorld,
  applicationId: number,
  given: CollectionItem[],
): Promise<CollectionItem[]> {
  checkPlainFields(given);
  const ofOthers = Object.values(world.state.links).filter((link) => link.applicationId !== applicationId);
  const taken = new Set([...given.map((item) => item.id), ...ofOthers.map(({ locationId }) => locationId)]);
  let next = firstSeeded;
  const freeId = () => {
    while (taken.has(next)) next++;
    return next++;
  };
  const items = given.map((item) =>
    connectedLocation(world.state.seed, typeof item.id === "number" ? item.id : freeId(), item),
  );
  await check("connected_locations", items);
  if (items.some((item) => item.id === world.people.fixtures.location_id))
    throw wrong("items: fixtures.location_id is connected by grant_access, not by a seed");
  world.connect(applicationId, items);
  return items;
}

/** The fields that are turned into text when items are filled in, sorted or searched, which may fail for an object. */
const plain = ["id", "title", "date", "gender_id", "importance_id", "service_id", "staff_id"];

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function checkPlainFields(items: CollectionItem[]): void {
  const isOdd = (item: CollectionItem) =>
    plain.some((name) => isObject(item[name])) || [item.resource_ids].flat().some(isObject);
  if (items.some(isOdd)) throw wrong(`items: ${plain.join(", ")} and each of resource_ids must be plain values`);
}

/** Refuses items that could never be shown: repeated ids, or values that the specification does not allow. */
async function check(kind: string, items: CollectionItem[]): Promise<void> {
  if (new Set(items.map((item) => item.id)).size !== items.length) throw wrong("items: two have the same id");
  if (kind === "resources" && !items.every(isResource))
    throw wrong("items: a resource's title is a string, and its id a number or a string");
  if (kind === "activities" && !items.every(isActivity))
    throw wrong("items: an activity's date begins with YYYY-MM-DD, and its resource_ids are a list");
  await checkSchema(kind, items);
}

const isResource = ({ title, id }: CollectionItem): boolean =>
  typeof title === "string" && ["string", "number"].includes(typeof id);

const isActivity = ({ date, resource_ids }: CollectionItem): boolean =>
  beginsWithDay(String(date)) && Array.isArray(resource_ids);

/** True if a text begins with a day of the calendar. */
function beginsWithDay(text: string): boolean {
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
}

/** The reads whose schemas the items of a collection have to fit. */
const shownBy: Record<string, { operation: string; meta: unknown }> = {
  calls: { operation: "listCalls", meta: [] },
  clients: { operation: "listClients", meta: { page: 1, total_count: 0 } },
  connected_locations: { operation: "listConnectedLocations", meta: [] },
};

async function checkSchema(kind: string, items: CollectionItem[]): Promise<void> {
  const read = shownBy[kind];
  const operation = loadOperations().find(({ id }) => id === read?.operation);
  if (!read || !operation) return;
  // Loaded only here: compiling schemas takes a tenth of a second, which a sandbox that is never seeded saves.
  const { validate } = await import("../../specs/validate.ts");
  // Locations are checked as forBooking=1 shows them, with every field there is.
  const data = items.map((item) => ({ next_slot: "2026-03-02T09:00:00Z", ...item }));
  const [error] = validate(
    operation,
    { direction: "response", part: "body", status: 200, query: { forBooking: "1" } },
    { success: true, data, meta: read.meta },
  );
  if (!error) return;
  const pointer = error.pointer.replace("/data", "");
  throw wrong(`items: found ${error.found}, expected ${error.expected} at ${pointer}`);
}
