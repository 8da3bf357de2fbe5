import type { InstallState } from "../../../specs/install-machine.ts";
import { hours } from "../../world/data/durations.ts";
import { chainOf, connectedLocation, locationsOfChain, placeOf } from "../../world/data/locations.ts";
import { data, dataOfPage, field, items, lacking } from "../changes/data.ts";
import { type BehaviourChange, breaks, type Faults, subtly } from "../changes/fault.ts";
import { without } from "../changes/replies.ts";
import { dropping, putting } from "../changes/routes.ts";

const operation = "listConnectedLocations";
const owners = locationsOfChain(chainOf.owner);

/** A text as a page of HTML needs it, and no one else. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&#39;");

/** Replaces a `next_slot` that is shown. */
const nextSlot = (value: string) => items(operation, (item) => (item.next_slot ? { ...item, next_slot: value } : item));

/** Shows another slot in every third read. */
const goingBack =
  (by: number): BehaviourChange =>
  () => {
    let count = 0;
    return items(operation, (item, call) => {
      if (!item.next_slot) return item;
      return Math.floor(count++ / 3) % 3 === 2
        ? { ...item, next_slot: call.clock.iso(Date.parse(String(item.next_slot)) - by) }
        : item;
    })();
  };

/** Shows a Location whose link has ended, by the state that it had. */
const keepingEnded = (state: InstallState) =>
  data(operation, (found: { id: number }[], { world, path }) => {
    const ended = Object.values(world.state.links).filter(
      (link) =>
        link.applicationId === Number(path.application_id) &&
        link.state === "uninstalled" &&
        link.logs.at(-1)?.status_from === state,
    );
    return [...found, ...ended.map(({ locationId }) => connectedLocation(world.state.seed, locationId, {}))];
  });

export const connectedLocationFaults: Faults = {
  "the offset of a Location is that of its eastern neighbours": subtly(
    "LOC-13",
    field(operation, "timezone", (offset: number) => offset + 2, 2),
  ),
  "a Location is in a country of its own": subtly(
    "LOC-14",
    field(operation, "country_id", () => 9999, 3),
  ),
  "Locations lack their title": breaks("LOC-1", lacking(operation, "title")),
  "phones are text": breaks(
    "LOC-1",
    field(operation, "phones", (phones: string[]) => phones.join(", ")),
  ),
  "coordinates are text": breaks("LOC-1", field(operation, "coordinate_lat", String)),
  "one Location in five lacks its city": subtly("LOC-1", lacking(operation, "city_id", 5)),
  "empty photos are null": subtly(
    "LOC-1",
    field(operation, "photos", (photos: unknown[]) => (photos.length === 0 ? null : photos)),
  ),
  "active is a boolean": breaks("LOC-2", field(operation, "active", Boolean)),
  "an inactive Location is 2": subtly(
    "LOC-2",
    field(operation, "active", (active: number) => (active === 0 ? 2 : active)),
  ),
  "next_slot is always there": breaks(
    "LOC-3",
    field(operation, "next_slot", () => "2026-03-03T09:00:00Z"),
  ),
  "next_slot is never there": breaks("LOC-3", lacking(operation, "next_slot")),
  "next_slot is missing on the second page": subtly(
    "LOC-3",
    items(operation, (item, { query }) => (query.get("page") === "2" ? without(item, "next_slot") : item)),
  ),
  "next_slot has no offset": breaks("LOC-4", nextSlot("2026-03-03T09:00:00")),
  "next_slot is a day": breaks("LOC-4", nextSlot("2026-03-03")),
  "next_slot is an hour ago": subtly(
    "LOC-4",
    items(operation, (item, { clock }) =>
      item.next_slot ? { ...item, next_slot: clock.iso(clock.now() - hours(1)) } : item,
    ),
  ),
  "every third read shows a slot of an hour before": subtly("LOC-15", goingBack(hours(1))),
  "the next slot is one of the next two days": breaks("LOC-15", goingBack(hours(-24))),
  "a missing promo is false": breaks(
    "LOC-5",
    field(operation, "booking_widget_promo", (promo: unknown) => promo ?? false),
  ),
  "count is ignored": breaks("LOC-6", dropping(operation, "count")),
  "a page of Locations holds one more": subtly(
    "LOC-6",
    putting(operation, "count", (count) => String(Number(count) + 1)),
  ),
  "every page of Locations is the first": breaks(
    "LOC-7",
    putting(operation, "page", () => "1"),
  ),
  "the second page of Locations skips one": subtly(
    "LOC-7",
    dataOfPage(operation, 2, (found) => found.slice(1)),
  ),
  "the list leaves active Locations out": breaks(
    "LOC-8",
    data(operation, (found: { id: number }[]) => found.filter(({ id }) => !owners.includes(id))),
  ),
  "the list keeps a Location whose freezed link has ended": subtly("LOC-8", keepingEnded("freezed")),
  "the list shows a Location whose pending link has ended": subtly("LOC-8", keepingEnded("pending")),
  "the list leaves out what was connected again": subtly(
    "LOC-8",
    data(operation, (found: { id: number }[], { world, path }) =>
      found.filter(({ id }) => {
        const logs = world.link(id, Number(path.application_id))?.logs ?? [];
        return !logs.some(({ status_to }) => status_to === "uninstalled");
      }),
    ),
  ),
  "the list shows a Location that never connected": breaks(
    "LOC-8",
    dataOfPage(operation, 1, ([first, ...rest]) =>
      first ? [{ ...first, id: placeOf.second, title: "Óskar" }, ...rest] : [],
    ),
  ),
  "titles of Locations are escaped for HTML": subtly("LOC-1", field(operation, "title", escaped)),
  "addresses lose what is not ASCII": subtly(
    "LOC-1",
    field(operation, "address", (address: string) => address.replace(/[^\u0020-\u007e]/g, "?")),
  ),
  "time zones lose their half hours": subtly("LOC-1", field(operation, "timezone", Math.trunc)),
  "time zones are in seconds": subtly(
    "LOC-1",
    field(operation, "timezone", (offset: number) => offset * 3600),
  ),
  "longitudes lose their sign": subtly("LOC-1", field(operation, "coordinate_lon", Math.abs)),
  "descriptions end after 255 letters": subtly(
    "LOC-1",
    field(operation, "description", (text: string) => text.slice(0, 255)),
  ),
  "only the first phone is shown": subtly(
    "LOC-1",
    field(operation, "phones", (phones: string[]) => phones.slice(0, 1)),
  ),
  "company photos are numbers": breaks(
    "LOC-1",
    field(operation, "company_photos", () => [1, 2]),
  ),
  "photos are objects": breaks(
    "LOC-1",
    field(operation, "photos", (photos: string[]) => photos.map((path) => ({ path }))),
  ),
  "company photos are paths": subtly(
    "LOC-1",
    field(operation, "company_photos", (photos: string[]) => photos.map((address) => new URL(address).pathname)),
  ),
  "a priority below nothing is nothing": subtly(
    "LOC-1",
    field(operation, "group_priority", (priority: number) => Math.max(0, priority)),
  ),
  "an inactive Location is shown as active": subtly(
    "LOC-2",
    field(operation, "active", () => 1),
  ),
  "promos are empty": subtly(
    "LOC-5",
    field(operation, "booking_widget_promo", (promo: unknown) => promo && {}),
  ),
};
