import fc from "fast-check";
import type { ClientRecord } from "./clients.ts";
import { dayNumber } from "./days.ts";

/** What the list is asked for, besides its page. */
export type ClientFilter = Partial<
  Record<"fullname" | "phone" | "email" | "card" | "changed_after" | "changed_before", string> &
    Record<"paid_min" | "paid_max" | "id", number> & { "id[]": number[] }
>;

/** Each filter of the list, with values taken from the clients that are there. */
const filters: Record<keyof ClientFilter, (clients: readonly ClientRecord[]) => fc.Arbitrary<unknown>> = {
  fullname: (clients) => textOf(clients, "name").chain(partOf),
  phone: (clients) => textOf(clients, "phone").chain(digitsOf),
  email: (clients) => textOf(clients, "email").chain(partOf),
  card: (clients) => textOf(clients, "card").chain(digitsOf),
  paid_min: (clients) => sum(clients),
  paid_max: (clients) => sum(clients),
  id: (clients) => fc.constantFrom(...clients.map(({ id }) => id)),
  "id[]": (clients) =>
    fc.subarray(
      clients.map(({ id }) => id),
      { minLength: 1, maxLength: 5 },
    ),
  changed_after: () => moment(),
  changed_before: () => moment(),
};

export const clientFilterNames = Object.keys(filters) as (keyof ClientFilter)[];

/** One filter of the list. */
export const clientFilter = (clients: readonly ClientRecord[], name: keyof ClientFilter): fc.Arbitrary<ClientFilter> =>
  filters[name](clients).map((value) => ({ [name]: value }));

/** Two or three filters at once, without `id[]`. */
export const clientFilters = (clients: readonly ClientRecord[]): fc.Arbitrary<ClientFilter> =>
  fc
    .subarray(
      clientFilterNames.filter((name) => name !== "id[]"),
      { minLength: 2, maxLength: 3 },
    )
    .chain((names) => filtersAtOnce(clients, names));

const filtersAtOnce = (
  clients: readonly ClientRecord[],
  names: readonly (keyof ClientFilter)[],
): fc.Arbitrary<ClientFilter> =>
  fc
    .tuple(...names.map((name) => clientFilter(clients, name)))
    .map((parts) => Object.assign({}, ...parts) as ClientFilter);

/** What a client has in a field, where it is not empty. */
const textOf = (clients: readonly ClientRecord[], field: "name" | "phone" | "email" | "card"): fc.Arbitrary<string> =>
  fc.constantFrom(...clients.map((client) => String(client[field])).filter(Boolean));

/** A part of a text that can stand in a filter: not empty, and with no space at an end that could be trimmed. */
const partOf = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: Math.max(0, text.length - 3) }), fc.integer({ min: 3, max: 8 }))
    .map(([start, length]) => text.slice(start, start + length).trim() || text)
    .filter((part) => !/\p{Cs}/u.test(part));

/** A part of a number, of at least three digits. */
const digitsOf = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: Math.max(0, text.length - 3) }), fc.integer({ min: 3, max: 6 }))
    .map(([start, length]) => text.slice(start, start + length));

/** A moment of a day. */
const moment = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: 12 }), fc.constantFrom("00:00:00", "12:00:00", "23:59:59"))
    .map(([day, time]) => `${dayNumber(day)}T${time}`);

/** A sum that somebody has spent, or a little more or less. */
const sum = (clients: readonly ClientRecord[]): fc.Arbitrary<number> =>
  fc
    .tuple(fc.constantFrom(...clients.map(({ spent }) => spent)), fc.constantFrom(0, 0.25, -0.25))
    .map(([spent, more]) => Math.max(0, spent + more));
