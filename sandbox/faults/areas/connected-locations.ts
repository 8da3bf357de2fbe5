import { chainOf, locationsOfChain, placeOf } from "../../world/data/locations.ts";
import { data, dataOfPage, field, items, lacking } from "../changes/data.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { without } from "../changes/replies.ts";
import { dropping, putting } from "../changes/routes.ts";

const operation = "listConnectedLocations";
const owners = locationsOfChain(chainOf.owner);

/** Replaces a `next_slot` that is shown. */
const nextSlot = (value: string) => items(operation, (item) => (item.next_slot ? { ...item, next_slot: value } : item));

export const connectedLocationFaults: Faults = {
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
  "the list shows a Location that never connected": breaks(
    "LOC-8",
    dataOfPage(operation, 1, ([first, ...rest]) =>
      first ? [{ ...first, id: placeOf.second, title: "Óskar" }, ...rest] : [],
    ),
  ),
};
