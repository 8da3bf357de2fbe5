import type { CollectionItem } from "./data/collections.ts";

/** A test of an item by the value of one filter. */
export type Filter = (item: CollectionItem, value: string) => boolean;

const day = (value: unknown): string => String(value).slice(0, 10);
const contains: (field: string) => Filter = (field) => (item, value) =>
  String(item[field]).toLowerCase().includes(value.toLowerCase());
const digits = (value: unknown): string => String(value).replace(/\D/g, "");
const listed = (value: string): string[] => value.split(",");

/** A date-time in milliseconds; without an offset it is read as UTC. */
function moment(text: string): number {
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/.test(text);
  return Date.parse(hasOffset ? text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2") : `${text.replace(" ", "T")}Z`);
}

/** The filters of each list, by the name of their parameter. */
export const filters = {
  calls: {
    date_from: (item, value) => day(item.call_date) >= value,
    date_to: (item, value) => day(item.call_date) <= value,
    phone: (item, value) => digits(item.caller_phone) === digits(value),
    types: (item, value) => listed(value).includes(String(item.type)),
    statuses: (item, value) => listed(value).includes(String(item.status)),
  },
  clients: {
    fullname: contains("name"),
    phone: contains("phone"),
    email: contains("email"),
    card: contains("card"),
    paid_min: (item, value) => Number(item.spent) >= Number(value),
    paid_max: (item, value) => Number(item.spent) <= Number(value),
    id: (item, value) => String(item.id) === value,
    "id[]": (item, value) => listed(value).includes(String(item.id)),
    changed_after: (item, value) => moment(String(item.last_change_date)) >= moment(value),
    changed_before: (item, value) => moment(String(item.last_change_date)) <= moment(value),
  },
  activities: {
    from: (item, value) => day(item.date) >= value,
    till: (item, value) => day(item.date) <= value,
    service_ids: (item, value) => listed(value).includes(String(item.service_id)),
    staff_ids: (item, value) => listed(value).includes(String(item.staff_id)),
    resource_ids: (item, value) =>
      listed(value).some((id) => (item.resource_ids as unknown[]).map(String).includes(id)),
  },
} satisfies Record<string, Record<string, Filter>>;

/** Such a table, with filters that may be replaced. */
export type Filters = { [kind in keyof typeof filters]: Record<string, Filter> };

/** The items that pass every filter that has a value; an empty value counts as none. */
export function sift(
  items: readonly CollectionItem[],
  table: Record<string, Filter>,
  values: Readonly<Record<string, string | undefined>>,
): CollectionItem[] {
  const active = Object.entries(table).filter(([name]) => values[name] !== undefined && values[name] !== "");
  return items.filter((item) => active.every(([name, filter]) => filter(item, values[name] ?? "")));
}
