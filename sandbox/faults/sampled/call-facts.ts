import { fieldsOf } from "../../../base/json.ts";
import type { ApiCall } from "../../api/call/call.ts";
import type { Collection, CollectionItem } from "../../world/data/collections.ts";
import type { StoredLink } from "../../world/state.ts";

/** The collection that each list shows. */
const collections: Readonly<Record<string, Collection>> = {
  listClients: "clients",
  listCalls: "calls",
  searchActivities: "activities",
  searchActivityDates: "activities",
  searchActivityDateRange: "activities",
  listResources: "resources",
};

/** The Location that a call names. */
export const locationIn = ({ path, body, query }: ApiCall): number =>
  Number(path.location_id ?? path.company_id ?? fieldsOf(body).salon_id ?? query.get("salon_id") ?? 0);

/** The application that a call names; the fixtures' own where it names none. */
export const applicationIn = ({ path, body, world }: ApiCall): number =>
  Number(path.application_id ?? fieldsOf(body).application_id ?? world.people.fixtures.application_id);

/** The link that a call is about. */
export const linkIn = (call: ApiCall): StoredLink | undefined => call.world.link(locationIn(call), applicationIn(call));

/** Everything that a call's list could show. */
export function collectionOf(call: ApiCall): CollectionItem[] | undefined {
  if (call.operation === "listConnectedLocations") return call.world.connected(applicationIn(call));
  const kind = collections[call.operation];
  return kind && call.world.location(locationIn(call)) ? call.world.collection(kind, locationIn(call)) : undefined;
}

/** True if an item was put where it is through the control protocol, so that its values are known. */
export function isSeeded({ operation, world, ...call }: ApiCall, item: unknown): boolean {
  if (operation === "listConnectedLocations") return Object.hasOwn(world.state.locations, String(fieldsOf(item).id));
  const location = locationIn({ operation, world, ...call });
  const isSaved = operation === "listCalls" && world.state.voip[location] !== undefined;
  return !isSaved && Object.hasOwn(world.state.collections, `${collections[operation]}:${location}`);
}

/** The named arguments of a call, from its query and its body; several values of one name are a list. */
export function askedBy({ query, body }: ApiCall): Map<string, string[]> {
  const asked = new Map<string, string[]>();
  for (const [name, value] of query) asked.set(name, [...(asked.get(name) ?? []), value]);
  for (const [name, value] of Object.entries(fieldsOf(body))) asked.set(name, [value].flat().map(String));
  return asked;
}
