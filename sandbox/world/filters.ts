import type { Item } from "./data/collections.ts";

/** Whether a record is what one filter asks for. */
export type Filter = (item: Item, asked: string) => boolean;

const day = (value: unknown): string => String(value).slice(0, 10);
const contains: (field: string) => Filter = (field) => (item, asked) =>
  String(item[field]).toLowerCase().includes(asked.toLowerCase());
const digits = (value: unknown): string => String(value).replace(/\D/g, "");
const listed = (asked: string): string[] => asked.split(",");

/** A moment in milliseconds; one without an offset is read as UTC. */
const moment = (text: string): number =>
  Date.parse(
    /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2") : `${text.replace(" ", "T")}Z`,
  );

/** Which records a query finds, filter by filter; several hold at once. */
export const filters = {
  calls: {
    date_from: (item, asked) => day(item.call_date) >= asked,
    date_to: (item, asked) => day(item.call_date) <= asked,
    phone: (item, asked) => digits(item.caller_phone) === digits(asked),
    types: (item, asked) => listed(asked).includes(String(item.type)),
    statuses: (item, asked) => listed(asked).includes(String(item.status)),
  },
  clients: {
    fullname: contains("name"),
    phone: contains("phone"),
    email: contains("email"),
    card: contains("card"),
    paid_min: (item, asked) => Number(item.spent) >= Number(asked),
    paid_max: (item, asked) => Number(item.spent) <= Number(asked),
    id: (item, asked) => String(item.id) === asked,
    "id[]": (item, asked) => listed(asked).includes(String(item.id)),
    changed_after: (item, asked) => moment(String(item.last_change_date)) >= moment(asked),
    changed_before: (item, asked) => moment(String(item.last_change_date)) <= moment(asked),
  },
  activities: {
    from: (item, asked) => day(item.date) >= asked,
    till: (item, asked) => day(item.date) <= asked,
    service_ids: (item, asked) => listed(asked).includes(String(item.service_id)),
    staff_ids: (item, asked) => listed(asked).includes(String(item.staff_id)),
    resource_ids: (item, asked) =>
      listed(asked).some((id) => (item.resource_ids as unknown[]).map(String).includes(id)),
  },
} satisfies Record<string, Record<string, Filter>>;

export type Filters = { [kind in keyof typeof filters]: Record<string, Filter> };

/** The records that pass every filter that was asked for; an empty value asks for nothing. */
export function sift(
  items: readonly Item[],
  table: Record<string, Filter>,
  asked: Readonly<Record<string, string | undefined>>,
): Item[] {
  const active = Object.entries(table).filter(([name]) => asked[name] !== undefined && asked[name] !== "");
  return items.filter((item) => active.every(([name, filter]) => filter(item, asked[name] ?? "")));
}
