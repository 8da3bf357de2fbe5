import { unknownId } from "../model/unknown-id.ts";
import type { ExchangeView } from "../rules/exchange-view.ts";
import { forms } from "../rules/filters.ts";
import type { Observation, Sight } from "./observation.ts";

const isCount = (value: unknown): boolean => /^[1-9]\d{0,3}$/.test(String(value));

/** The form in which each parameter is documented; what a value of another form does says nothing of the parameters. */
const documented: Readonly<Record<string, (value: unknown) => boolean>> = {
  page: isCount,
  count: isCount,
  limit: isCount,
  from: forms.day,
  till: forms.day,
  service_ids: forms.ids,
  staff_ids: forms.ids,
  resource_ids: forms.ids,
  forBooking: isCount,
};

/** True if a request carries nothing but documented parameters in their form, and was not refused for its caller. */
const isSound = ({ input, status, path }: ExchangeView): boolean =>
  status !== 401 &&
  status !== 403 &&
  Object.values(path).every((id) => /^\d{1,9}$/.test(id)) &&
  Object.entries(input).every(([name, value]) => documented[name]?.(value) === true);

/** The answers of a list without each of some parameters. */
const withoutEach =
  (id: string, names: readonly string[]): Sight =>
  (view) =>
    isSound(view)
      ? names
          .filter((name) => view.input[name] === undefined)
          .map((name): Observation => [`${id}: status of ${view.operation.id} without ${name}`, [view.status]])
      : [];

/** The answers of a list to a page, or a size, beyond all bounds. */
const beyondBounds =
  (names: readonly string[]): Sight =>
  ({ operation, input, status }) =>
    names
      .filter((name) => /^\d{10,}$/.test(String(input[name])))
      .map((name): Observation => [`LOC-10: status of ${operation.id} with a ${name} beyond all bounds`, [status]]);

/** The answers of a service for a team member, or a category, that does not exist. */
const withUnknownIds =
  (names: readonly string[]): Sight =>
  ({ operation, input, status }) =>
    names
      .filter((name) => input[name] === String(unknownId))
      .map((name): Observation => [`SRV-5: status of ${operation.id} with an unknown ${name}`, [status]]);

/** The open traits that the exchanges of lists show. */
export const listSights = (fieldsIn: (topic: string) => Sight): Record<string, Sight[]> => ({
  searchActivities: [
    fieldsIn("ACT-10: fields of an Event"),
    withoutEach("ACT-11", ["from", "till", "page", "count"]),
    beyondBounds(["page", "count"]),
  ],
  searchActivityDates: [withoutEach("ACT-11", ["from", "till"])],
  listConnectedLocations: [withoutEach("LOC-12", ["page", "count"]), beyondBounds(["page", "count"])],
  listClients: [beyondBounds(["page", "count"])],
  readService: [withUnknownIds(["staff_id", "category_id"])],
});
