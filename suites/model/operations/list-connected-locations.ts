import type { Knowledge } from "../knowledge.ts";
import type { Link } from "../link.ts";
import { listModel } from "../lists/judge-list.ts";
import type { ListKind } from "../lists/list-kind.ts";

const itemOf = ({ id }: Link) => ({ id: id.location });

/** The links of an application: those that are active must be listed; which other states are shown is open, but not that there is no link. */
function linksOf(model: Knowledge, application: unknown): ReturnType<NonNullable<ListKind["beside"]>> {
  const links = model.links.all().filter(({ id }) => String(id.application) === String(application));
  const isGone = (link: Link) => link.is("uninstalled") && !link.hasEnded;
  const { second_location_id } = model.target.fixtures;
  // A fresh world may have the application at the second Location.
  const second =
    second_location_id === undefined || links.some(({ id }) => id.location === second_location_id)
      ? []
      : [{ id: second_location_id }];
  return {
    not: links.filter(isGone).map(itemOf),
    must: links.filter((link) => link.is("active") && !link.hasEnded).map(itemOf),
    may: [...links.filter((link) => !link.is("active") && !isGone(link)).map(itemOf), ...second],
  };
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
  pages: "LOC-8",
  own: "LOC-8",
  // What a request without a required parameter gets is open.
  isDescribed: ({ page, size }) => page !== undefined && size !== undefined,
  beside: (model, { path }) => linksOf(model, path.application_id),
};

export const listConnectedLocations = listModel(connectedLocationKind);
