import { minutes } from "../../../base/durations.ts";
import { momentOf } from "../../../base/formats/formats.ts";
import type { Item } from "../../../harness/control/control.ts";
import type { Request } from "../../../harness/exchange.ts";
import type { Clause } from "../clause.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Link } from "../link.ts";
import { listModel } from "../lists/judge-list.ts";
import type { ListKind } from "../lists/list-kind.ts";
import { hasOffset } from "../moments.ts";
import type { OperationModel, Seen } from "../operation.ts";

const itemOf = ({ id }: Link) => ({ id: id.location });

/** The links of an application: those that are active must be listed; which other states are shown is open, but not that there is no link. */
function linksOf(model: Knowledge, application: unknown): ReturnType<NonNullable<ListKind["beside"]>> {
  const links = model.links.all().filter(({ id }) => String(id.application) === String(application));
  const isGone = (link: Link) => link.is("uninstalled") && !link.hasEnded;
  const isListed = (link: Link) => link.is("active") && !link.hasEnded;
  const { second_location_id } = model.target.fixtures;
  // A fresh world may have the application at the second Location.
  const second =
    second_location_id === undefined || links.some(({ id }) => id.location === second_location_id)
      ? []
      : [{ id: second_location_id }];
  return {
    not: links.filter(isGone).map(itemOf),
    must: links.filter(isListed).map(itemOf),
    may: [...links.filter((link) => !isListed(link) && !isGone(link)).map(itemOf), ...second],
  };
}

/** A Location that is listed has connected the application; one that the same read listed before, and lists no more, may have left it. */
function learnListed(model: Knowledge, application: unknown, items: readonly Item[], request: Request): void {
  const listed = new Set(items.map(({ id }) => String(id)));
  for (const link of model.links.all())
    if (link.listedBy?.url === request.url && !listed.has(String(link.id.location))) link.listedBy = undefined;
  for (const { id } of items) {
    const link = model.links.at(id, application);
    if (link) link.listedBy = request;
  }
}

/** The Locations that connected an application. */
export const connectedLocationKind: ListKind = {
  operation: "listConnectedLocations",
  collection: "connected_locations",
  owner: ({ path }) => path.application_id,
  filters: {},
  ignored: ["forBooking"],
  page: "page",
  size: "count",
  pages: "LOC-7",
  whole: "LOC-8",
  own: "LOC-8",
  fields: {
    cell: "LOC-1",
    of: { active: { cell: "LOC-2" }, booking_widget_promo: { cell: "LOC-5" } },
    moving: ["next_slot"],
  },
  // The answer to a request without a required parameter is open.
  isDescribed: ({ page, size }) => page !== undefined && size !== undefined,
  learn: (page, model, request) => {
    if ("asked" in page && !page.collection.isSeeded)
      learnListed(model, page.view.path.application_id, page.items, request);
  },
  beside: (model, { path }) => linksOf(model, path.application_id),
};

const list = listModel(connectedLocationKind);

/** How far the clocks of two machines may be apart. */
const slack = minutes(1);

/** A free slot is not in the past. */
function slotClauses({ view: { items = [] }, moment: { earliest } }: Seen): Clause[] {
  const slots = items.map(({ next_slot }) => (hasOffset(next_slot) ? momentOf(next_slot) : Number.NaN));
  if (!slots.some((slot) => !Number.isNaN(slot))) return [];
  const past = slots.findIndex((slot) => slot < earliest - slack);
  return [
    {
      cell: "LOC-4",
      holds: past < 0,
      found: String(items[past]?.next_slot),
      expected: `a time that is not before ${new Date(earliest).toISOString()}`,
      pointer: `/data/${past}/next_slot`,
    },
  ];
}

/** A city that the dictionary names has the id that it has there; where a Location has a city that is not named there, the dictionary is not whole. */
function cityClauses({ cities }: Knowledge, { view: { items = [] } }: Seen): Clause[] {
  const { shownBy } = cities;
  const strays = [...items.entries()].filter(([, { city_id }]) => !cities.has("", city_id));
  const isNamed = ({ city, country_id }: Item) =>
    cities.records.some((known) => known.country_id === country_id && Object.values(known).includes(city));
  const [first] = strays;
  if (!first || !shownBy || !strays.every(([, item]) => isNamed(item))) return [];
  const [index, { city, city_id }] = first;
  return [
    {
      cell: "LOC-14",
      holds: false,
      found: `the city ${String(city_id)}`,
      expected: `the id of ${String(city)} in the city dictionary`,
      pointer: `/data/${index}/city_id`,
      reads: [shownBy],
    },
  ];
}

/** The country of a Location is one that the dictionary shows. */
function countryClauses({ countries }: Knowledge, { view: { items = [] } }: Seen): Clause[] {
  const { shownBy } = countries;
  const named = items.filter(({ country_id }) => typeof country_id === "number");
  if (!shownBy || named.length === 0) return [];
  const stray = items.findIndex(({ country_id }) => typeof country_id === "number" && !countries.has("", country_id));
  return [
    {
      cell: "LOC-14",
      holds: stray < 0,
      found: `the country ${String(items[stray]?.country_id)}`,
      expected: "a country of the dictionary",
      pointer: `/data/${stray}/country_id`,
      reads: [shownBy],
    },
  ];
}

export const listConnectedLocations: OperationModel = {
  ...list,
  judge: (model, seen) => [
    ...list.judge(model, seen),
    ...slotClauses(seen),
    // Others may take slots, and free them.
    ...(model.isFresh ? model.nextSlots.judge(seen) : []),
    ...countryClauses(model, seen),
    ...cityClauses(model, seen),
  ],
  learn(model, seen) {
    list.learn?.(model, seen);
    model.nextSlots.learn(seen);
  },
};
