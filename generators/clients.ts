import fc from "fast-check";
import { dayNumber } from "./days.ts";

/** A client as it can be seeded. */
export interface ClientRecord {
  id: number;
  name: string;
  phone: string;
  email: string;
  card: number | "";
  spent: number;
  last_change_date: string;
}

const people = [
  "Anna Kalniņa",
  "Иван Петров",
  "山田 太郎",
  "Zane Ozola",
  "Bob",
  "Bobby Tables",
  "O'Neil, Ann",
  "Jörg Weiß",
];

/** A client; fields are pinned by argument. */
export const client = (pinned: Partial<ClientRecord> = {}): fc.Arbitrary<ClientRecord> =>
  fc
    .record({
      id: fc.integer({ min: 700_000, max: 799_999 }),
      name: fc.constantFrom(...people),
      phone: fc.integer({ min: 0, max: 9999 }).map((number) => `3712600${String(number).padStart(4, "0")}`),
      email: fc.oneof(
        fc.constant(""),
        fc.tuple(fc.nat({ max: 30 }), fc.constantFrom("mail", "post")).map(([n, host]) => `person${n}@${host}.example`),
      ),
      card: fc.oneof(fc.constant("" as const), fc.integer({ min: 880_000, max: 880_999 })),
      spent: fc.tuple(fc.nat({ max: 30 }), fc.constantFrom(0, 0.5)).map(([number, part]) => number * 50 + part),
      last_change_date: fc
        .tuple(fc.nat({ max: 11 }), fc.constantFrom("00:30:00", "10:30:00", "23:30:00"))
        .map(([day, time]) => `${dayNumber(day)}T${time}+00:00`),
    })
    .map((made) => ({ ...made, ...pinned }));

/** The clients of a Location, each with an id of its own. */
export const clientele = (count: number): fc.Arbitrary<ClientRecord[]> =>
  fc
    .array(client(), { minLength: count, maxLength: count })
    .map((all) => all.map((one, index) => ({ ...one, id: 700_001 + index, phone: `3712${6_000_000 + index * 1117}` })));

/** What the list is asked for, besides its page. */
export type ClientFilter = Partial<
  Record<"fullname" | "phone" | "email" | "card" | "changed_after" | "changed_before", string> &
    Record<"paid_min" | "paid_max" | "id", number> & { "id[]": number[] }
>;

/** A part of a text that can stand in a filter: not empty, and with no space at an end that could be trimmed. */
const partOf = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: Math.max(0, text.length - 3) }), fc.integer({ min: 3, max: 8 }))
    .map(([start, length]) => text.slice(start, start + length).trim() || text)
    .filter((part) => !/\p{Cs}/u.test(part));

/** Moments of a day that lie on one side of a change in every time zone that could be meant, or leave it open. */
const moment = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: 12 }), fc.constantFrom("00:00:00", "12:00:00", "23:59:59"))
    .map(([day, time]) => `${dayNumber(day)}T${time}`);

/** A sum that somebody has spent, or a little more or less. */
const sum = (clients: readonly ClientRecord[]): fc.Arbitrary<number> =>
  fc
    .tuple(fc.constantFrom(...clients.map(({ spent }) => spent)), fc.constantFrom(0, 0.25, -0.25))
    .map(([spent, more]) => Math.max(0, spent + more));

/** Each filter alone, with values taken from clients that are there. */
const parts = (clients: readonly ClientRecord[]): Record<string, fc.Arbitrary<unknown>> => {
  const some = (field: "name" | "phone" | "email" | "card") =>
    fc
      .constantFrom(...clients.map((one) => String(one[field])).filter(Boolean))
      .chain((text) => (field === "name" || field === "email" ? partOf(text) : digitsOf(text)));
  const ids = clients.map(({ id }) => id);
  return {
    fullname: some("name"),
    phone: some("phone"),
    email: some("email"),
    card: some("card"),
    paid_min: sum(clients),
    paid_max: sum(clients),
    id: fc.constantFrom(...ids),
    "id[]": fc.subarray(ids, { minLength: 1, maxLength: 5 }),
    changed_after: moment(),
    changed_before: moment(),
  };
};

/** Part of a number, long enough to be one. */
const digitsOf = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: Math.max(0, text.length - 3) }), fc.integer({ min: 3, max: 6 }))
    .map(([start, length]) => text.slice(start, start + length));

/** One filter of the list. */
export const clientFilter = (clients: readonly ClientRecord[], name: string): fc.Arbitrary<ClientFilter> =>
  (parts(clients)[name] ?? fc.constant(undefined)).map((value) => ({ [name]: value }));

export const clientFilterNames = [
  "fullname",
  "phone",
  "email",
  "card",
  "paid_min",
  "paid_max",
  "id",
  "id[]",
  "changed_after",
  "changed_before",
];

/** Moments on the day of a change and on its certain side, wherever the day begins. */
export const daysOfChange = (clients: readonly ClientRecord[]): ClientFilter[] => {
  const changes = clients.map(({ last_change_date }) => new Date(last_change_date).toISOString());
  const dayWith = (time: string) => changes.find((change) => change.includes(`T${time}`))?.slice(0, 10);
  const [early, late] = [dayWith("00:30"), dayWith("23:30")];
  return [
    ...(early ? [{ changed_before: `${early}T23:59:59` }] : []),
    ...(late ? [{ changed_after: `${late}T00:00:00` }] : []),
  ];
};

/** Every two filters at once, twice; one id and several are two ways to say one thing, so they do not stand together. */
export const pairsOfFilters = (clients: readonly ClientRecord[]): fc.Arbitrary<ClientFilter[]> => {
  const areApart = (one: string, other: string) => one.replace("[]", "") !== other.replace("[]", "");
  const pairs = clientFilterNames.flatMap((one) =>
    clientFilterNames.filter((other) => areApart(one, other)).map((other) => [one, other]),
  );
  return fc.tuple(
    ...pairs.map((pair) =>
      fc
        .tuple(...pair.map((name) => clientFilter(clients, name)))
        .map((both) => Object.assign({}, ...both) as ClientFilter),
    ),
  );
};

/** Two or three filters at once; one id and several are two ways to say one thing, so they do not stand together. */
export const clientFilters = (clients: readonly ClientRecord[]): fc.Arbitrary<ClientFilter> =>
  fc
    .subarray(
      clientFilterNames.filter((name) => name !== "id[]"),
      { minLength: 2, maxLength: 3 },
    )
    .chain((names) => fc.tuple(...names.map((name) => clientFilter(clients, name))))
    .map((all) => Object.assign({}, ...all) as ClientFilter);
