import { fieldsOf } from "../../../base/json.ts";
import type { ApiCall } from "../../api/call/call.ts";
import type { ApiReply } from "../../api/call/replies.ts";
import type { CollectionItem } from "../../world/data/collections.ts";
import { placeOf } from "../../world/data/locations.ts";
import { data } from "../changes/data.ts";
import { type BehaviourChange, type Faults, subtly } from "../changes/fault.ts";
import { connection } from "../changes/installation-status.ts";
import { statusReads } from "../changes/operations.ts";
import { body, opened, type ReplyBody, replyIf } from "../changes/replies.ts";

type Where = (call: ApiCall) => boolean;

/** A value of a request, in its query or in its body. */
const asked = ({ query, body: sent }: ApiCall, name: string): unknown => query.get(name) ?? fieldsOf(sent)[name];

const has =
  (...names: string[]): Where =>
  (call) =>
    names.every((name) => asked(call, name) !== undefined);

const is =
  (name: string, ...values: unknown[]): Where =>
  (call) =>
    values.map(String).includes(String(asked(call, name)));

const laterPage: Where = (call) => Number(asked(call, "page") ?? 1) > 1 || asked(call, "cursor") !== undefined;

const atSecond: Where = ({ path, body: sent }) =>
  [path.location_id, fieldsOf(sent).salon_id].map(Number).includes(placeOf.second);

/** Changes the items of a list where something is asked for. */
const listed = (
  operation: string,
  where: Where,
  change: (items: CollectionItem[], call: ApiCall) => unknown[],
): BehaviourChange =>
  data(operation, (list: CollectionItem[], call) => (Array.isArray(list) && where(call) ? change(list, call) : list));

/** Changes a field of every item of a list where something is asked for. */
const valued = (
  operation: string,
  name: string,
  where: Where,
  change: (value: never, item: CollectionItem) => unknown,
): BehaviourChange =>
  listed(operation, where, (items) =>
    items.map((item) => (name in item ? { ...item, [name]: change(item[name] as never, item) } : item)),
  );

const meta = (operation: string, where: Where, change: (value: ReplyBody, list: unknown[]) => object) =>
  body(operation, (envelope, call) =>
    where(call) && Array.isArray(envelope.data)
      ? { ...envelope, meta: { ...fieldsOf(envelope.meta), ...change(fieldsOf(envelope.meta), envelope.data) } }
      : envelope,
  );

/** Changes the second and every later response to the same request. */
const secondRead = (operation: string, change: (items: CollectionItem[]) => unknown[]): BehaviourChange => {
  return () => {
    const seen = new Set<string>();
    return listed(
      operation,
      (call) => {
        const key = JSON.stringify([call.path, [...call.query], call.body]);
        const isAgain = seen.has(key);
        seen.add(key);
        return isAgain;
      },
      change,
    )();
  };
};

/** A list with one item more, which does not exist. */
const withStranger = (items: CollectionItem[]): CollectionItem[] =>
  items.flatMap((item, index) => (index === 0 ? [item, { ...item, id: Number(item.id) + 500_000 }] : [item]));

/** Denies that something exists where something is asked for that is there. */
const unfound = (operation: string, where: Where): BehaviourChange => {
  const isThere = (answer: ApiReply) => {
    const { data: found } = opened(answer);
    return Array.isArray(found) ? found.length > 0 : Object.values(fieldsOf(found)).some((value) => value !== null);
  };
  return replyIf(
    operation,
    (answer, call) => answer.status === 200 && where(call) && isThere(answer),
    () => ({ status: 404, body: { success: false, data: null, meta: { message: "Not found." } } }),
  );
};

const clients = "listClients";
const calls = "listCalls";
const events = "searchActivities";
const locations = "listConnectedLocations";
const resources = "listResources";

/** Lists that are right in the plainest reading, and wrong beside it: under a filter, on a later page, at another size, Location or address, or when they are read again. */
export const besideListFaults: Faults = {
  "names are cut where a sum is asked for": subtly(
    "CLI-1",
    valued(clients, "name", has("paid_min"), (name: string) => name.slice(0, 3)),
  ),
  "phones lose their last digit on later pages": subtly(
    "CLI-1",
    valued(clients, "phone", laterPage, (phone) => String(phone).slice(0, -1)),
  ),
  "sums are rounded on pages of three": subtly(
    "CLI-1",
    valued(clients, "spent", is("count", 3), (spent: number) => Math.floor(spent) + 1),
  ),
  "e-mail addresses are masked where a name is asked for": subtly(
    "CLI-1",
    valued(clients, "email", has("fullname"), () => "x@example.com"),
  ),
  "cards are left out where a change is asked for": subtly(
    "CLI-1",
    valued(clients, "card", has("changed_after"), () => "000"),
  ),
  "a client with a card is not found": subtly("CLI-6", unfound(clients, has("card"))),
  "calls on pages of one are not found": subtly("CALL-11", unfound(calls, is("limit", 1))),
  "Events of a team member are not found": subtly("ACT-4", unfound(events, has("staff_ids"))),
  "dates with a room are not found": subtly("ACT-7", unfound("searchActivityDates", has("resource_ids"))),
  "the range for a team member is not found": subtly("ACT-9", unfound("searchActivityDateRange", has("staff_ids"))),
  "everybody is of one gender on later pages": subtly(
    "CLI-2",
    valued(clients, "gender_id", laterPage, (gender: number) => (gender + 1) % 3),
  ),
  "categories are empty where ids are asked for": subtly(
    "CLI-3",
    valued(clients, "categories", has("id[]"), () => []),
  ),
  "the last client is lost where two filters are asked for": subtly(
    "CLI-10",
    listed(clients, has("paid_min", "fullname"), (items) => items.slice(0, -1)),
  ),
  "a client comes twice on pages of seven": subtly(
    "CLI-11",
    listed(clients, is("count", 7), (items, call) => (laterPage(call) ? [items[0], ...items.slice(0, -1)] : items)),
  ),
  "the total of an e-mail address is that of the page and one": subtly(
    "CLI-14",
    meta(clients, has("email"), (_, list) => ({ total_count: list.length + 1 })),
  ),
  "the third page says that it is the first": subtly(
    "CLI-5",
    meta(clients, is("page", 3), () => ({ page: 1 })),
  ),
  "a client whom nobody has stands in a second Location's list": subtly(
    "CLI-12",
    listed(clients, atSecond, withStranger),
  ),
  "clients change their names when they are read again": subtly(
    "CLI-1",
    secondRead(clients, (items) => items.map((item) => ({ ...item, name: `${String(item.name)} II` }))),
  ),
  "the newest client is gone when the list is read again": subtly(
    "CLI-11",
    secondRead(clients, (items) => items.slice(0, -1)),
  ),
  "statuses of calls change where a number is asked for": subtly(
    "CALL-2",
    valued(calls, "status", has("phone"), (status) => (status === "busy" ? "missed" : "busy")),
  ),
  "types of calls change on later pages": subtly(
    "CALL-3",
    valued(calls, "type", laterPage, (type) => (type === "incoming" ? "outgoing" : "incoming")),
  ),
  "calls are an hour late where types are asked for": subtly(
    "CALL-4",
    valued(calls, "call_date", has("types"), (date) =>
      new Date(Date.parse(String(date)) + 3_600_000).toISOString().replace("Z", "+00:00"),
    ),
  ),
  "clients of calls are lost where a status is asked for": subtly(
    "CALL-5",
    valued(calls, "client_id", has("statuses"), () => 0),
  ),
  "durations are doubled on pages of two": subtly(
    "CALL-1",
    valued(calls, "duration", is("limit", 2), (duration: number) => 2 * duration + 1),
  ),
  "the last call is lost where a number and types are asked for": subtly(
    "CALL-10",
    listed(calls, has("phone", "types"), (items) => items.slice(0, -1)),
  ),
  "a call that nobody made stands in a second Location's history": subtly(
    "CALL-12",
    listed(calls, atSecond, withStranger),
  ),
  "calls change when they are read again": subtly(
    "CALL-2",
    secondRead(calls, (items) =>
      items.map((item) => ({ ...item, status: item.status === "busy" ? "missed" : "busy" })),
    ),
  ),
  "Events are lost where a team member and a service are asked for": subtly(
    "ACT-4",
    listed(events, has("staff_ids", "service_ids"), (items) => items.slice(1)),
  ),
  "the first Event of the second page comes from the first": subtly("ACT-5", () => {
    let first: unknown;
    return listed(events, is("count", 3), (items, call) => {
      if (!laterPage(call)) first = items[0];
      return laterPage(call) && first ? [first, ...items.slice(1)] : items;
    })();
  }),
  "Events of a second Location are those of the next day": subtly(
    "ACT-3",
    valued(events, "id", atSecond, (id) => Number(id) + 900_000),
  ),
  "dates leave out the last one for a room": subtly(
    "ACT-7",
    data("searchActivityDates", (list: string[], call) => (has("resource_ids")(call) ? list.slice(0, -1) : list)),
  ),
  "the range for a service begins a day late": subtly(
    "ACT-9",
    data("searchActivityDateRange", (range: ReplyBody, call) =>
      has("service_ids")(call) && typeof range.min_date === "string"
        ? {
            ...range,
            min_date: new Date(Date.parse(`${range.min_date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10),
          }
        : range,
    ),
  ),
  "titles of Locations are cut on pages of three": subtly(
    "LOC-1",
    valued(locations, "title", is("count", 3), (title: string) => title.slice(0, 2)),
  ),
  "phones of Locations change for booking": subtly(
    "LOC-1",
    valued(locations, "phone", has("forBooking"), () => "+37100000000"),
  ),
  "Locations are inactive on later pages": subtly(
    "LOC-2",
    valued(locations, "active", laterPage, (active) => (active === 1 ? 0 : 1)),
  ),
  "a Location is lost for booking": subtly(
    "LOC-7",
    listed(locations, has("forBooking"), (items) => items.slice(0, -1)),
  ),
  "Locations change their titles when they are read again": subtly(
    "LOC-1",
    secondRead(locations, (items) => items.map((item) => ({ ...item, title: `${String(item.title)}!` }))),
  ),
  "offsets of Locations are those of the next zone on later pages": subtly(
    "LOC-13",
    valued(locations, "timezone", laterPage, (offset: number) => offset + 3),
  ),
  "Locations are in no known country for booking": subtly(
    "LOC-14",
    valued(locations, "country_id", has("forBooking"), () => 90_000),
  ),
  "phone masks of countries change when they are read again": subtly(
    "DICT-1",
    secondRead("listCountries", (items) => items.map((item) => ({ ...item, phone_template: "###" }))),
  ),
  "countries leave the European Union when they are read again": subtly(
    "DICT-6",
    secondRead("listCountries", (items) => items.map((item) => ({ ...item, is_eu: false }))),
  ),
  "a service is dearer for one of its team members": subtly(
    "SRV-6",
    data("readService", (service: CollectionItem, call) =>
      has("staff_id")(call) ? { ...service, price_min: Number(service.price_max) + 1 } : service,
    ),
  ),
  "a service changes its title when it is read again": subtly("SRV-1", () => {
    let reads = 0;
    return data("readService", (service: CollectionItem) =>
      reads++ > 0 ? { ...service, title: `${String(service.title)} (${reads})` } : service,
    )();
  }),
  "titles of resources are cut on later pages": subtly(
    "RES-8",
    valued(resources, "title", laterPage, (title: string) => `${title}.`),
  ),
  "titles of resources end with a blank on pages of 100": subtly(
    "RES-8",
    valued(resources, "title", is("limit", 100), (title: string) => `${title} `),
  ),
  "a second Location's resources lack the last one": subtly(
    "RES-8",
    listed(resources, atSecond, (items) => items.slice(0, -1)),
  ),
  "resources swap ids when they are read again": subtly(
    "RES-7",
    secondRead(resources, (items) =>
      items.length > 1
        ? [{ ...items[0], id: items[1]?.id }, { ...items[1], id: items[0]?.id }, ...items.slice(2)]
        : items,
    ),
  ),
  "has_more is false on the second page of five": subtly(
    "RES-2",
    body(resources, (envelope, call) =>
      laterPage(call) && is("limit", 5)(call) ? { ...envelope, has_more: false, next_cursor: null } : envelope,
    ),
  ),
  "created_at of a second Location is a day early": subtly(
    "STAT-3",
    connection(({ created_at }, call) =>
      Number(call.path.location_id) === placeOf.second
        ? {
            created_at: new Date(Date.parse(`${String(created_at).replace(" ", "T")}Z`) - 86_400_000)
              .toISOString()
              .slice(0, 19)
              .replace("T", " "),
          }
        : {},
    ),
  ),
  "the first entry of a long log has another source state": subtly(
    "STAT-6",
    data(statusReads, (link: { logs: CollectionItem[] }) => ({
      ...link,
      logs: link.logs.map((entry, index) =>
        index === 0 && link.logs.length > 2 ? { ...entry, status_to: "freezed" } : entry,
      ),
    })),
  ),
};
