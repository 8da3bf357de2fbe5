import type { ApiCall } from "../../api/call/call.ts";
import { placeOf } from "../../world/data/locations.ts";
import { data, dataOfPage, field, lacking } from "../changes/data.ts";
import { breaks, type Faults, subtly } from "../changes/fault.ts";
import { body, without } from "../changes/replies.ts";
import { dropping, putting } from "../changes/routes.ts";
import { filter, ignoring } from "../changes/world.ts";

const operation = "listClients";

/** Changes `meta` of the list. */
const meta = (change: (right: object, clients: unknown[], call: ApiCall) => object) =>
  body(operation, (envelope, call) => ({
    ...envelope,
    meta: change(envelope.meta as object, envelope.data as unknown[], call),
  }));

const isFiltered = (query: URLSearchParams): boolean => [...query.keys()].some((name) => !/^(page|count)$/.test(name));

/** Changes the categories of clients that have any. */
const categories = (change: (category: { title: string }) => unknown) =>
  field(operation, "categories", (value: unknown) => (Array.isArray(value) ? value.map(change) : value));

/** A client of another Location than the one that is asked for, under an id of its own. */
function foreignClient({ path, world }: ApiCall): unknown {
  const isMain = path.location_id === String(placeOf.main);
  return { ...world.collection("clients", isMain ? placeOf.second : placeOf.main)[0], id: 88_888 };
}

export const clientFaults: Faults = {
  "clients lack their e-mail": breaks("CLI-1", lacking(operation, "email")),
  "a client's card is text": breaks("CLI-1", field(operation, "card", String)),
  "one client in twenty lacks its balance": subtly("CLI-1", lacking(operation, "balance", 20)),
  "a missing birth date is empty and a missing comment null": subtly(
    "CLI-1",
    field(operation, "comment", (comment: string) => comment || null),
  ),
  "a gender is 3": subtly(
    "CLI-2",
    field(operation, "gender_id", (gender: number) => (gender === 0 ? 3 : gender)),
  ),
  "importance is text": breaks("CLI-2", field(operation, "importance_id", String)),
  "sms_check is a boolean": breaks("CLI-2", field(operation, "sms_check", Boolean)),
  "categories are names": breaks(
    "CLI-3",
    categories(({ title }) => title),
  ),
  "a category lacks its color": subtly(
    "CLI-3",
    categories((category) => without(category, "color")),
  ),
  "clients are not counted": breaks(
    "CLI-4",
    meta((right) => without(right, "total_count")),
  ),
  "the page is text": breaks(
    "CLI-4",
    meta((right) => ({ ...right, page: "1" })),
  ),
  "total_count is the page's": breaks(
    "CLI-5",
    meta((right, clients) => ({ ...right, total_count: clients.length })),
  ),
  "total_count of a filter is the page's": breaks(
    "CLI-14",
    meta((right, clients, { query }) => (isFiltered(query) ? { ...right, total_count: clients.length } : right)),
  ),
  "total_count of a filter is one more": subtly(
    "CLI-14",
    meta((right, _, { query }) =>
      isFiltered(query) ? { ...right, total_count: (right as { total_count: number }).total_count + 1 } : right,
    ),
  ),
  "page is always 1": subtly(
    "CLI-5",
    meta((right) => ({ ...right, page: 1 })),
  ),
  "fullname finds beginnings alone": subtly(
    "CLI-6",
    filter("clients", "fullname", ({ name }, value) => String(name).toLowerCase().startsWith(value.toLowerCase())),
  ),
  "email is ignored": breaks("CLI-6", ignoring("clients", "email")),
  "card finds whole numbers alone": subtly(
    "CLI-6",
    filter("clients", "card", ({ card }, value) => String(card) === value),
  ),
  "phone finds ends alone": subtly(
    "CLI-6",
    filter("clients", "phone", ({ phone }, value) => String(phone).endsWith(value)),
  ),
  "paid_min is not included": subtly(
    "CLI-7",
    filter("clients", "paid_min", ({ spent }, value) => Number(spent) > Number(value)),
  ),
  "paid_max is ignored": breaks("CLI-7", ignoring("clients", "paid_max")),
  "id is ignored": breaks("CLI-8", ignoring("clients", "id")),
  "an unknown id among several finds nobody": subtly(
    "CLI-8",
    data(operation, (list: unknown[], { query, world, path }) => {
      const clients = world.collection("clients", Number(path.location_id));
      const known = new Set(clients.map(({ id }) => String(id)));
      return query.getAll("id[]").every((id) => known.has(id)) ? list : [];
    }),
  ),
  "only the first of several ids counts": subtly(
    "CLI-8",
    filter("clients", "id[]", ({ id }, value) => String(id) === value.split(",")[0]),
  ),
  "changed_after is ignored": breaks("CLI-9", ignoring("clients", "changed_after")),
  "changed_before compares days": subtly(
    "CLI-9",
    filter(
      "clients",
      "changed_before",
      ({ last_change_date }, value) => String(last_change_date).slice(0, 10) < value.slice(0, 10),
    ),
  ),
  "fullname is ignored beside email": subtly(
    "CLI-10",
    putting(operation, "fullname", (name, { query }) => (query.has("email") ? undefined : name)),
  ),
  "count is ignored in clients": breaks("CLI-11", dropping(operation, "count")),
  "the second page of clients begins one late": subtly(
    "CLI-11",
    dataOfPage(operation, 2, (clients) => clients.slice(1)),
  ),
  "clients of another Location are mixed in": breaks(
    "CLI-12",
    data(operation, (clients: unknown[], call) => [...clients.slice(0, -1), foreignClient(call)]),
  ),
  "names are escaped for SQL": subtly(
    "CLI-1",
    field(operation, "name", (name: string) => name.replaceAll("'", "''")),
  ),
  "a debt is shown as a credit": subtly("CLI-1", field(operation, "balance", Math.abs)),
  "discounts are whole": subtly("CLI-1", field(operation, "discount", Math.round)),
  "comments lose their line breaks": subtly(
    "CLI-1",
    field(operation, "comment", (comment: string) => comment.replaceAll("\n", " ")),
  ),
  "born on a leap day is shown as a day later": subtly(
    "CLI-1",
    field(operation, "birth_date", (date: string | null) => date && date.replace("-02-29", "-03-01")),
  ),
  "custom fields are empty": subtly(
    "CLI-1",
    field(operation, "custom_fields", () => ({})),
  ),
  "a change is told in words": breaks(
    "CLI-1",
    field(operation, "last_change_date", () => "yesterday"),
  ),
  "men are shown as women": subtly(
    "CLI-2",
    field(operation, "gender_id", (gender: number) => (gender === 1 ? 2 : gender)),
  ),
  "only the first category is shown": subtly(
    "CLI-3",
    field(operation, "categories", (list: unknown) => (Array.isArray(list) ? list.slice(0, 1) : list)),
  ),
  "fullname understands wildcards": subtly(
    "CLI-6",
    filter("clients", "fullname", ({ name }, value) =>
      new RegExp(
        value
          .toLowerCase()
          .replace(/[^\p{L}\p{N}%_]/gu, ".")
          .replaceAll("%", ".*")
          .replaceAll("_", "."),
      ).test(String(name).toLowerCase()),
    ),
  ),
  "changed_after compares days": subtly(
    "CLI-9",
    filter(
      "clients",
      "changed_after",
      ({ last_change_date }, value) => String(last_change_date).slice(0, 10) > value.slice(0, 10),
    ),
  ),
  "count is ignored without page in clients": subtly(
    "CLI-11",
    putting(operation, "count", (count, { query }) => (query.has("page") ? count : undefined)),
  ),
  "page is ignored without count in clients": subtly(
    "CLI-11",
    putting(operation, "page", (page, { query }) => (query.has("count") ? page : undefined)),
  ),
};
